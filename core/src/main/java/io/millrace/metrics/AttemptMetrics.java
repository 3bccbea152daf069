package io.millrace.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.millrace.spi.OperatorMetrics;
import java.util.HashSet;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * Registers the meters of one attempt's operators. Closing it removes the gauges, for what they look at is gone then; counters
 * stay, as {@link OperatorMetrics} says.
 *
 * <p>Thread-safe.
 */
public final class AttemptMetrics implements AutoCloseable {

    private final MeterRegistry registry;
    private final String jobName;
    private final Set<Gauge> gauges = new HashSet<>();
    private boolean closed;

    /**
     * Registers nothing yet.
     *
     * @param registry where the meters go
     * @param jobName name of the job, a tag of each meter
     */
    public AttemptMetrics(MeterRegistry registry, String jobName) {
        this.registry = registry;
        this.jobName = jobName;
    }

    /** The meters of one operator. */
    public OperatorMetrics operator(String uid) {
        return new TaggedMetrics(Tags.of(MetricNames.JOB, jobName, MetricNames.OPERATOR, uid));
    }

    @Override
    public void close() {
        synchronized (gauges) {
            closed = true;
            gauges.stream().filter(this::isRegistered).forEach(registry::remove);
            gauges.clear();
        }
    }

    /** Another job of the same name in this JVM, such as a successor, may have put its own in the place of ours. */
    private boolean isRegistered(Gauge gauge) {
        return gauge
                == registry.find(gauge.getId().getName())
                        .tags(gauge.getId().getTags())
                        .gauge();
    }

    private void register(String name, Tags tags, DoubleSupplier value) {
        synchronized (gauges) {
            if (closed) {
                return;
            }
            Gauge before = registry.find(name).tags(tags).gauge();
            if (before != null) {
                registry.remove(before);
                gauges.remove(before);
            }
            gauges.add(Gauge.builder(name, value::getAsDouble)
                    .tags(tags)
                    .strongReference(true)
                    .register(registry));
        }
    }

    /** Adds the tags of one operator. */
    private final class TaggedMetrics implements OperatorMetrics {

        private final Tags common;

        TaggedMetrics(Tags common) {
            this.common = common;
        }

        @Override
        public Counter counter(String name, String... tags) {
            return registry.counter(name, common.and(tags));
        }

        @Override
        public void gauge(String name, DoubleSupplier value, String... tags) {
            register(name, common.and(tags), value);
        }
    }
}
