package io.millrace.operator;

import io.millrace.api.DeadLetter;
import io.millrace.api.MillraceException;
import io.millrace.api.RecordFailedException;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.element.DataRecord;
import io.millrace.metrics.MetricNames;
import io.millrace.spi.OperatorMetrics;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one operator of one task does when it fails on a record: the one place where its {@link
 * io.millrace.api.RecordErrorPolicy} is applied.
 *
 * <p>Confined to its task.
 */
public final class RecordErrors {

    private static final Logger log = LoggerFactory.getLogger(RecordErrors.class);

    /** Does what the policy says. */
    private interface Policy {

        void apply(DataRecord element, RecordFailedException failure) throws Exception;
    }

    private final OperatorId id;
    private final Policy policy;
    private long passedOver;
    private long logNextAt = 1;

    private RecordErrors(OperatorId id, Policy policy) {
        this.id = id;
        this.policy = policy;
    }

    /** The attempt ends. */
    public static RecordErrors fail(OperatorId id) {
        return new RecordErrors(id, (element, failure) -> {
            throw failure;
        });
    }

    /** Goes on without the record. */
    public static RecordErrors skip(OperatorId id, OperatorMetrics metrics) {
        ReasonCounters skipped = new ReasonCounters(metrics, MetricNames.RECORDS_SKIPPED);
        return new RecordErrors(id, (element, failure) -> skipped.increment(failure.reason()));
    }

    /** @param deadLetters leads to the sink that takes the dead letters */
    public static RecordErrors deadLetter(OperatorId id, OperatorMetrics metrics, Receiver deadLetters) {
        ReasonCounters sent = new ReasonCounters(metrics, MetricNames.RECORDS_DEAD_LETTERED);
        return new RecordErrors(id, (element, failure) -> {
            DeadLetter letter = DeadLetter.of(element.origin(), failure);
            deadLetters.receive(new DataRecord(letter, element.timestamp(), element.origin()));
            sent.increment(failure.reason());
        });
    }

    /**
     * The operator failed on {@code element}. Returns if the job goes on without it.
     *
     * @param thrown what was thrown, by the operator itself and not by those that it calls
     * @throws Exception what ends the attempt: the failure, naming the record, or what is no failure of one record
     */
    public void failed(DataRecord element, Reason reason, Throwable thrown) throws Exception {
        if (thrown instanceof RecordFailedException failure) {
            apply(element, failure);
        } else if (thrown instanceof MillraceException known) {
            throw known; // says by its kind what follows
        } else {
            apply(
                    element,
                    new RecordFailedException(
                            id.uid(), id.task().toString(), element.origin(), reason, thrown.toString(), thrown));
        }
    }

    private void apply(DataRecord element, RecordFailedException failure) throws Exception {
        if (!isOfOneRecord(failure)) {
            throw failure;
        }
        policy.apply(element, failure);
        passedOver++;
        if (passedOver == logNextAt) {
            logNextAt *= 10;
            log.warn(
                    "Job {}: task {}: operator '{}' passed over {} records so far; the latest: {}",
                    id.jobName(),
                    id.task(),
                    id.uid(),
                    passedOver,
                    failure.getMessage());
        }
    }

    /**
     * After an Error, an interrupt, while a service cannot be reached, or where code of the user has wrapped what says by its
     * kind what follows, the next record would fare no better.
     */
    private static boolean isOfOneRecord(RecordFailedException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof Error
                    || cause instanceof InterruptedException
                    || cause instanceof MillraceException
                    || isOfConnection(cause)) {
                return false;
            }
        }
        return !Thread.currentThread().isInterrupted();
    }

    /** Not every IOException: those of parsers concern the record. */
    private static boolean isOfConnection(Throwable cause) {
        return cause instanceof SocketException
                || cause instanceof UnknownHostException
                || cause instanceof InterruptedIOException
                || cause instanceof ClosedByInterruptException
                || cause instanceof HttpTimeoutException;
    }
}
