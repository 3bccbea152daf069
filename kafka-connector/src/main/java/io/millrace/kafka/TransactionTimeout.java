package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CommitLogContext;
import java.time.Duration;
import java.util.Optional;

/**
 * How long brokers let a job's transaction stay open before they abort it. A checkpoint must be able to begin and time out
 * well within it, and brokers must allow it.
 *
 * <p>Immutable.
 *
 * @param value the timeout
 */
record TransactionTimeout(Duration value) {

    /** Brokers' default of transaction.max.timeout.ms. */
    static final Duration BROKER_MAXIMUM_BY_DEFAULT = Duration.ofMinutes(15);

    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final int USABLE_PERCENT = 80;
    /** Room for one checkpoint that times out before one that succeeds. */
    private static final int CHECKPOINTS_COVERED = 2;

    /**
     * Derives the timeout from the time that a checkpoint may take, unless the user chose it.
     *
     * @throws StartRefusedException if times, choice and the brokers' maximum do not fit together
     */
    static TransactionTimeout derive(CommitLogContext context, Optional<Duration> chosen, Duration brokerMaximum) {
        Duration checkpoint = context.checkpointInterval().plus(context.checkpointTimeout());
        TransactionTimeout timeout = new TransactionTimeout(chosen.orElseGet(() -> derived(checkpoint, brokerMaximum)));
        String needed = "checkpoint interval (" + Durations.text(context.checkpointInterval())
                + ") and checkpoint timeout (" + Durations.text(context.checkpointTimeout()) + ")";
        if (timeout.value().compareTo(brokerMaximum) > 0) {
            throw new StartRefusedException("Job '" + context.jobName() + "': transaction.timeout.ms is set to "
                    + timeout.value().toMillis() + ", but the brokers allow at most " + brokerMaximum.toMillis()
                    + " (their transaction.max.timeout.ms). Lower the one or raise the other");
        }
        if (checkpoint.compareTo(timeout.usable()) >= 0) {
            String found = chosen.isPresent()
                    ? "transaction.timeout.ms is set to " + timeout.value().toMillis()
                    : "the brokers allow at most " + brokerMaximum.toMillis() + " (their transaction.max.timeout.ms)";
            throw new StartRefusedException("Job '" + context.jobName() + "': " + needed + " together must stay under "
                    + USABLE_PERCENT + " % of the transaction timeout, or brokers abort output before its checkpoint is"
                    + " decided; but " + found + ". Shorten them with JobOptions.checkpointEvery and"
                    + " JobOptions.checkpointTimeout, or raise the limit");
        }
        return timeout;
    }

    private static Duration derived(Duration checkpoint, Duration brokerMaximum) {
        Duration wanted =
                checkpoint.multipliedBy(CHECKPOINTS_COVERED).multipliedBy(100).dividedBy(USABLE_PERCENT);
        Duration atLeast = wanted.compareTo(SHORTEST) < 0 ? SHORTEST : wanted;
        return atLeast.compareTo(brokerMaximum) > 0 ? brokerMaximum : atLeast;
    }

    /** The age at which a transaction is given up, before the brokers do. */
    Duration usable() {
        return value.multipliedBy(USABLE_PERCENT).dividedBy(100);
    }
}
