package io.millrace.kafka;

import io.micrometer.core.instrument.Counter;
import io.millrace.api.DamagedException;
import io.millrace.metrics.MetricNames;
import io.millrace.spi.OperatorMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides by the source's policy what follows a loss. Thread-safe. */
final class LostRecords {

    private static final Logger log = LoggerFactory.getLogger(LostRecords.class);

    private final LossPolicy policy;
    private final String source;
    private final Counter losses;
    private final Counter records;

    /** @param source what to call the source in logs */
    LostRecords(LossPolicy policy, String source, OperatorMetrics metrics) {
        this.policy = policy;
        this.source = source;
        this.losses = metrics.counter(MetricNames.SOURCE_LOSSES);
        this.records = metrics.counter(MetricNames.SOURCE_LOST_RECORDS);
    }

    /**
     * Asks whether the source may go on.
     *
     * @throws DamagedException if not; ends the job
     */
    void requireAllowed(Loss loss) {
        if (policy == LossPolicy.FAIL) {
            throw new DamagedException(loss.message()
                    + ". The job stops rather than go on without. To go on all the same, with what is left, build the"
                    + " source with onLostRecords(LossPolicy.CONTINUE)");
        }
    }

    /** The source goes on. */
    void wentOn(Loss loss) {
        log.warn("Source {}: {}. It goes on as it was allowed to, {}", source, loss.message(), where(loss));
        losses.increment();
        records.increment(loss.records());
    }

    private static String where(Loss loss) {
        return loss.goOn()
                .map(position -> "at offset " + position.offset() + " of " + position.partition())
                .orElse("without it");
    }
}
