package io.millrace.operator;

import io.micrometer.core.instrument.Counter;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.metrics.MetricNames;
import io.millrace.spi.OperatorMetrics;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts failed records by reason. What is done again after a restart is counted again. Confined to its task. */
final class ReasonCounters {

    private final OperatorMetrics metrics;
    private final String name;
    private final Map<Reason, Counter> counters = new EnumMap<>(Reason.class);

    ReasonCounters(OperatorMetrics metrics, String name) {
        this.metrics = metrics;
        this.name = name;
    }

    void increment(Reason reason) {
        counters.computeIfAbsent(
                        reason,
                        first -> metrics.counter(
                                name, MetricNames.REASON, first.name().toLowerCase(Locale.ROOT)))
                .increment();
    }
}
