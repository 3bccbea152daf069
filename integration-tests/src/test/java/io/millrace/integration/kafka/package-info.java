/**
 * Tests of the Kafka connector alone, through the service provider interface, over a real broker.
 *
 * <p>{@code SinkAttempt} plays the part of the engine for one attempt of a job: it fences, takes over, writes and commits.
 * {@code SourceTask} reads as a task does. Neither knows more of the connector than the engine.
 */
@NullMarked
package io.millrace.integration.kafka;

import org.jspecify.annotations.NullMarked;
