package io.millrace.kafka;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * How much of a producer's memory is free, as its own metrics say it.
 *
 * <p>Thread-safe.
 */
final class FreeMemory {

    private static final String METRIC = "buffer-available-bytes";

    private final @Nullable Metric metric;

    private FreeMemory(@Nullable Metric metric) {
        this.metric = metric;
    }

    static FreeMemory of(Producer<byte[], byte[]> producer) {
        return new FreeMemory(find(producer.metrics()));
    }

    private static @Nullable Metric find(Map<MetricName, ? extends Metric> metrics) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().name().equals(METRIC))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(null);
    }

    /** Without limit if the producer does not say. */
    long bytes() {
        return metric != null && metric.metricValue() instanceof Number free ? free.longValue() : Long.MAX_VALUE;
    }
}
