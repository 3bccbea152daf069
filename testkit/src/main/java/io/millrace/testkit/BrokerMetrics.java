package io.millrace.testkit;

import com.yammer.metrics.core.MetricName;
import com.yammer.metrics.core.MetricsRegistry;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;

/**
 * The metrics that a broker leaves behind in this JVM when it ends.
 *
 * <p>Brokers keep them in one registry for the whole JVM and do not take all of them out again. Each is an MBean, and many hold
 * on to the broker that made them. Confined to one thread at a time.
 */
final class BrokerMetrics {
    private final MetricsRegistry registry = KafkaYammerMetrics.defaultRegistry();
    private final Set<MetricName> before = new HashSet<>(registry.allMetrics().keySet());

    /** Removes those that were not there when this object was made. */
    void removeLeftOver() {
        for (MetricName name : Set.copyOf(registry.allMetrics().keySet())) {
            if (!before.contains(name)) {
                registry.removeMetric(name);
            }
        }
    }
}
