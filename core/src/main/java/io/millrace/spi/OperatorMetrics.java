package io.millrace.spi;

import io.micrometer.core.instrument.Counter;
import java.util.function.DoubleSupplier;

/**
 * The meters of one operator. Each carries the tags {@code job} and {@code operator}, the operator's uid; all tasks of the
 * operator share them. Names are those of {@code io.millrace.metrics.MetricNames}, or begin with the name of the connector.
 *
 * <p>Counters count for as long as the process lives, over restarts of the job and beyond its end, so that the last counts
 * are exported and rates stay right. Gauges go with the attempt.
 *
 * <p>Thread-safe.
 */
public interface OperatorMetrics {

    /**
     * The counter of this name and these tags; the same one at each call. Ask once and keep it.
     *
     * @param tags further tags, each key followed by its value
     */
    Counter counter(String name, String... tags);

    /**
     * Registers a gauge, in place of one of the same name and tags.
     *
     * @param value asked whenever meters are exported, by any thread: must be quick and thread-safe
     * @param tags further tags, each key followed by its value
     */
    void gauge(String name, DoubleSupplier value, String... tags);
}
