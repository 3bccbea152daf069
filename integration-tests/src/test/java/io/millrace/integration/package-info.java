/**
 * Tests of the whole path over real brokers, with real processes that really die.
 *
 * <p>{@code WordCount} is the pipeline, {@code WordFeed} writes its input, {@code WorkerProcess} runs it in a JVM of its own and
 * {@code Scenario} holds what one test needs. A {@code Probe} sits in decorators around storage, sink and commit log, and lets a test
 * stop or fail the job at a named {@code Point}; production code has no such hooks. What counts in the end is what an independent
 * {@code read_committed} reader has seen.
 */
@NullMarked
package io.millrace.integration;

import org.jspecify.annotations.NullMarked;
