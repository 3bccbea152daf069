package io.millrace.plan;

import io.millrace.spi.SinkConnector;

/**
 * A sink of the job.
 *
 * @param uid its uid
 * @param connector what writes
 * @param parallelism number of tasks that write
 */
public record PlannedSink(String uid, SinkConnector<?> connector, int parallelism) {}
