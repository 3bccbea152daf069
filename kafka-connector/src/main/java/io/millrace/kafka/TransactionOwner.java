package io.millrace.kafka;

import io.millrace.api.RecordRefusedException;
import io.millrace.api.StartRefusedException;
import io.millrace.kafka.TransactionPhase.Ending;
import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the one producer of a job's attempt, and its one open transaction that all sink writers send into.
 *
 * <p>A producer that failed is never used again. As long as no commit was tried its transaction is aborted at once; after
 * one was tried nobody knows what became of it, so the producer is dropped without a word to the brokers, and the next
 * attempt's fence settles the transaction one way or the other.
 *
 * <p>Thread-safe. {@link #open} and {@link #commit} block, one at a time.
 */
final class TransactionOwner implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TransactionOwner.class);

    private static final Duration ABORT_BOUND = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final int AGE_CHECKS_PER_TIMEOUT = 100;

    private final String jobName;
    private final KafkaClients clients;
    private final Map<String, Object> producerConfig;
    private final TransactionTimeout timeout;
    private final Clock clock;
    private final Consumer<Throwable> fail;
    private final TransactionAge age = new TransactionAge();
    private final HoldRound<Acknowledgements> round = new HoldRound<>();
    private final Background background;
    private final TransactionPhase phase;
    private final AtomicInteger flushesAsked = new AtomicInteger();
    private volatile @Nullable Producer<byte[], byte[]> producer;
    private volatile @Nullable FreeMemory freeMemory;
    private volatile boolean discarded;

    /**
     * @param clients makes the producer, when it is time to fence
     * @param fail ends the attempt
     */
    TransactionOwner(
            String jobName,
            KafkaClients clients,
            Map<String, Object> producerConfig,
            TransactionTimeout timeout,
            Consumer<Throwable> fail) {
        this.jobName = jobName;
        this.clients = clients;
        this.producerConfig = producerConfig;
        this.timeout = timeout;
        this.clock = clients.clock();
        this.fail = fail;
        this.phase = new TransactionPhase(jobName);
        this.background = clients.background("millrace-" + jobName + "-transaction");
    }

    /** Fences all who held the transaction before, waits until theirs is settled, and begins one. */
    void open() {
        Producer<byte[], byte[]> opened = create();
        try {
            opened.initTransactions();
            opened.beginTransaction();
        } catch (AuthorizationException | AuthenticationException e) {
            discard();
            throw new StartRefusedException(
                    "Job '" + jobName + "': the brokers do not let this user have the job's transactional id: "
                            + ClientSettings.rootMessage(e) + ". The user needs the rights to write and describe it",
                    e);
        } catch (KafkaException e) {
            discard();
            if (saysTimeoutIsTooLong(e)) {
                throw new StartRefusedException(
                        "Job '" + jobName + "': the brokers do not allow a transaction timeout of "
                                + timeout.value().toMillis()
                                + " ms. Raise their transaction.max.timeout.ms, or shorten JobOptions.checkpointTimeout",
                        e);
            }
            throw new AttemptFailedException(
                    "Job '" + jobName + "': could not fence earlier processes by initializing the transactional id: "
                            + ClientSettings.rootMessage(e),
                    e);
        }
        phase.opened();
        background.repeat(timeout.value().dividedBy(AGE_CHECKS_PER_TIMEOUT), this::checkAge);
    }

    /** The producer hands on the brokers' text for this error, but not its type. */
    private static boolean saysTimeoutIsTooLong(KafkaException error) {
        return ClientSettings.rootMessage(error).contains("transaction.max.timeout.ms");
    }

    /** Excludes {@link #discard}, so that no producer is made that nobody ends. */
    private synchronized Producer<byte[], byte[]> create() {
        phase.initializing();
        Producer<byte[], byte[]> created;
        try {
            created = clients.producer(producerConfig);
        } catch (KafkaException e) {
            throw new StartRefusedException(
                    "Job '" + jobName + "': could not make the Kafka producer: " + ClientSettings.rootMessage(e)
                            + ". Check the client settings",
                    e);
        }
        freeMemory = FreeMemory.of(created);
        producer = created;
        return created;
    }

    // For sink writers

    /** Takes part in the transaction from now on. */
    void join(Acknowledgements writer) {
        round.join(writer);
    }

    void leave(Acknowledgements writer) {
        if (round.leave(writer)) {
            flush();
        }
    }

    /** See {@link TopicLeaders#learn}. */
    void learn(String topic) {
        TopicLeaders.learn(requireProducer(), topic);
    }

    /** Sends a record in the open transaction; its result goes to the writer's acknowledgements. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback has it
    void send(ProducerRecord<byte[], byte[]> output, Acknowledgements writer) {
        if (!age.isOpen()) {
            age.opened(clock.nanos());
        }
        Callback result = writer.sending();
        try {
            requireProducer().send(output, result);
        } catch (InterruptException e) {
            throw e; // the attempt is being ended
        } catch (KafkaException e) {
            throw cannotSend("topic '" + output.topic() + "'", e);
        }
    }

    /** The producer may say by a later send that an earlier one did not work, before it has told that one's writer. */
    private AttemptFailedException cannotSend(String where, KafkaException thrown) {
        sendFailed(where, thrown.getCause() instanceof KafkaException earlier ? earlier : thrown);
        return new AttemptFailedException(
                "Job '" + jobName + "': cannot write to " + where + " any more: " + ClientSettings.rootMessage(thrown),
                thrown);
    }

    /** The writer sent everything before the barrier and holds the rest. When all do nothing is left to linger for. */
    void holds(Acknowledgements writer, long checkpointId) {
        if (round.holds(writer, checkpointId)) {
            flush();
        }
    }

    /**
     * How many writers share the producer's memory. One that left still counts: with it the others' shares would grow, and nobody
     * would tell those of them that wait for room.
     */
    int writers() {
        return round.joined();
    }

    /** Bytes of the producer's memory that are free. */
    long freeMemory() {
        FreeMemory memory = freeMemory;
        return memory == null ? Long.MAX_VALUE : memory.bytes();
    }

    /** A send did not work: the transaction cannot be committed any more, so it is aborted and the attempt ends. */
    void sendFailed(String where, Exception cause) {
        String message = "Job '" + jobName + "': writing to " + where + " failed: " + ClientSettings.rootMessage(cause);
        if (RefusedByBrokers.is(cause)) {
            fail(
                    message,
                    new RecordRefusedException(
                            message
                                    + ". The brokers do not take this record, so that its transaction is aborted; the next"
                                    + " attempt looks again at what the topic takes",
                            cause));
        } else {
            String further = message + ". Its transaction is aborted; the next attempt writes it again";
            fail(further, new AttemptFailedException(further, cause));
        }
    }

    /** One flush at a time: it may take as long as brokers do, and the other thread has to watch the time. */
    private void flush() {
        if (flushesAsked.getAndIncrement() == 0) {
            background.execute(this::flushUntilNobodyAsks);
        }
    }

    private void flushUntilNobodyAsks() {
        int asked = flushesAsked.get();
        while (asked > 0) {
            flushNow(); // throws nothing, or nobody would be let to flush any more
            asked = flushesAsked.addAndGet(-asked);
        }
    }

    private void flushNow() {
        Producer<byte[], byte[]> current = producer;
        if (current != null) {
            try {
                current.flush();
            } catch (KafkaException | IllegalStateException expectedWhenDiscarded) {
                log.debug("Job {}: flush ended early", jobName, expectedWhenDiscarded);
            } catch (RuntimeException | Error unexpected) {
                String message = "Job '" + jobName + "': the producer could not flush: " + unexpected;
                fail(message, new AttemptFailedException(message, unexpected));
            }
        }
    }

    // For the commit log

    /**
     * Commit point: sends {@code entry} as the transaction's last record and commits it, with all that was sent before.
     *
     * @return where the entry is
     */
    RecordMetadata commit(ProducerRecord<byte[], byte[]> entry) {
        round.writers().forEach(this::requireAcknowledged);
        phase.requireOpen();
        Producer<byte[], byte[]> current = requireProducer();
        RecordMetadata written = write(current, entry);
        phase.committing();
        try {
            commit(current);
            age.ended();
            current.beginTransaction();
        } catch (KafkaException | IllegalStateException e) {
            throw discardedBy("it is not known whether the transaction was committed", e);
        }
        phase.committed();
        return written;
    }

    private RecordMetadata write(Producer<byte[], byte[]> current, ProducerRecord<byte[], byte[]> entry) {
        age.opened(clock.nanos());
        try {
            var result = current.send(entry);
            current.flush(); // bounded by the producer's delivery timeout; then the result is there
            RecordMetadata written = result.get(timeout.value().toMillis(), TimeUnit.MILLISECONDS);
            requireUnchanged(entry, written);
            return written;
        } catch (KafkaException
                | IllegalStateException
                | ExecutionException
                | java.util.concurrent.TimeoutException e) {
            throw discardedBy("the entry could not be written, so that no commit was tried", e);
        } catch (InterruptedException e) {
            throw discardedBy(
                    "interrupted before a commit was tried", new InterruptException(e)); // sets the flag again
        }
    }

    /**
     * Interceptors of the user see the entry as well; what they make of it must not become the decision. A client that does
     * not tell sizes says 0.
     */
    private static void requireUnchanged(ProducerRecord<byte[], byte[]> entry, RecordMetadata written) {
        if (!written.topic().equals(entry.topic())
                || !Objects.equals(written.partition(), entry.partition())
                || (written.serializedValueSize() != 0 && written.serializedValueSize() != entry.value().length)) {
            throw new KafkaException("a producer interceptor changed it: it was written to " + written.topic() + "-"
                    + written.partition() + " with a value of " + written.serializedValueSize()
                    + " bytes. Let it leave alone the records of topic " + entry.topic());
        }
    }

    private AttemptFailedException discardedBy(String what, Exception cause) {
        discard();
        return new AttemptFailedException(
                "Job '" + jobName + "': " + what + ": " + ClientSettings.rootMessage(cause)
                        + ". The next attempt looks into the commit log",
                cause);
    }

    /** A call that timed out goes on where it was when it is repeated; anything else is never repeated. */
    private void commit(Producer<byte[], byte[]> current) {
        Deadline deadline = Deadline.in(clock, timeout.value());
        while (true) {
            try {
                current.commitTransaction();
                return;
            } catch (TimeoutException e) {
                if (deadline.hasPassed()) {
                    throw e;
                }
                log.warn("Job {}: commit of the transaction timed out, trying on: {}", jobName, e.getMessage());
            }
        }
    }

    private void requireAcknowledged(Acknowledgements writer) {
        if (writer.outstanding() != 0) {
            throw new IllegalStateException("Job '" + jobName + "': a commit is asked for while " + writer.outstanding()
                    + " records of a sink are not acknowledged");
        }
    }

    // The end

    private void checkAge() {
        Duration now = age.at(clock.nanos());
        if (now.compareTo(timeout.usable()) >= 0) {
            fail("Job '" + jobName + "': the transaction is open for " + Durations.text(now)
                    + ", and brokers abort it after " + Durations.text(timeout.value())
                    + ". No checkpoint was committed in that time. The attempt ends before they do; if checkpoints"
                    + " need so long, raise JobOptions.checkpointTimeout, from which the timeout is derived, or"
                    + " the client setting transaction.timeout.ms");
        }
    }

    private void fail(String message) {
        fail(message, new AttemptFailedException(message));
    }

    private void fail(String message, RuntimeException reason) {
        if (phase.failed(message)) {
            fail.accept(reason);
            background.execute(this::discard);
        }
    }

    /**
     * Ends the use of the producer, within a bound. A close that takes time aborts the open transaction, so it must take
     * none once a commit was tried; and where no record opened one there is nothing to abort.
     */
    private void discard() {
        Ending ending;
        Producer<byte[], byte[]> last;
        synchronized (this) {
            ending = phase.discard();
            last = producer;
        }
        if (ending == Ending.NONE) {
            awaitDiscarded();
            return;
        }
        if (last != null) {
            try {
                last.close(ending == Ending.ABORT && age.isOpen() ? ABORT_BOUND : Duration.ZERO);
            } catch (KafkaException e) {
                log.debug("Job {}: closing the producer failed", jobName, e);
            }
        }
        discarded = true;
    }

    private void awaitDiscarded() {
        Deadline deadline = Deadline.in(clock, ABORT_BOUND.multipliedBy(2));
        while (!discarded) {
            if (deadline.hasPassed()) {
                log.warn("Job {}: the producer did not close within its bound", jobName);
                return;
            }
            deadline.pause(PAUSE);
        }
    }

    private Producer<byte[], byte[]> requireProducer() {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            throw new IllegalStateException("Job '" + jobName + "': the commit log was not fenced yet");
        }
        return current;
    }

    @Override
    public void close() {
        discard();
        background.close();
    }
}
