package io.millrace.plan;

import io.millrace.spi.SourceConnector;

/**
 * A source of the job.
 *
 * @param uid its uid
 * @param connector what finds and reads its splits
 * @param parallelism number of tasks that read
 */
public record PlannedSource(String uid, SourceConnector<?> connector, int parallelism) {}
