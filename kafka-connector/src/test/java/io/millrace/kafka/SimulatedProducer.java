package io.millrace.kafka;

import io.millrace.kafka.ProducerState.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.jspecify.annotations.Nullable;

/** A transactional producer of the simulated cluster. */
final class SimulatedProducer extends UnusedProducerCalls implements ProducerSender.Listener {

    static final Duration FOR_EVER = Duration.ofDays(3650);

    private final ClientHost host;
    private final SimulatedNetwork network;
    private final SimulatedBrokers brokers;
    private final AbstractConfig config;
    private final OutgoingRecords outgoing;
    private final String transactionalId;
    private final ProducerState state;
    private final ProducerSender sender;
    private ProducerIdentity identity = ProducerIdentity.NONE;
    private @Nullable PendingOperation pending;
    private @Nullable SimulatedCall<ProducerIdentity> call;
    private boolean somethingSent;
    private boolean closed;

    SimulatedProducer(
            ClientHost host,
            SimulatedNetwork network,
            SimulatedBrokers brokers,
            KafkaFaults faults,
            Map<String, Object> settings) {
        this.host = host;
        this.network = network;
        this.brokers = brokers;
        this.config = new AbstractConfig(ProducerConfig.configDef(), settings, false);
        this.outgoing = new OutgoingRecords(host, brokers, faults, config);
        this.transactionalId = config.getString(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        this.state = new ProducerState(transactionalId);
        this.sender =
                new ProducerSender(host, faults, millis(ProducerConfig.LINGER_MS_CONFIG), () -> true, this::send, this);
    }

    private Duration millis(String setting) {
        return Duration.ofMillis(((Number) config.values().get(setting)).longValue());
    }

    // Transactions

    @Override
    public void initTransactions() {
        requireOpen();
        await(pending("initTransactions", () -> {
            state.requireNoError();
            state.become(Phase.INITIALIZING);
            Duration timeout = millis(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
            ask(
                    RequestKind.INIT_PRODUCER,
                    () -> brokers.coordinator().initialize(transactionalId, timeout),
                    this::initialized);
        }));
    }

    private void initialized(Reply<ProducerIdentity> reply) {
        if (reply.error() == null) {
            identity = reply.get();
            sender.resetSequences();
            state.become(Phase.READY);
            complete();
        } else {
            fatal(ProducerState.ofInitialization(reply.error()));
        }
    }

    @Override
    public void beginTransaction() {
        requireOpen();
        state.requireNoError();
        state.become(Phase.IN_TRANSACTION);
        somethingSent = false;
    }

    /** A call that timed out goes on; calling again waits for the same outcome. */
    @Override
    public void commitTransaction() {
        requireOpen();
        await(pending("commitTransaction", () -> {
            state.requireNoError();
            state.become(Phase.COMMITTING_TRANSACTION);
            sender.flush();
            endWhenAllIsSent();
        }));
    }

    @Override
    public void abortTransaction() {
        requireOpen();
        await(pending("abortTransaction", this::beginAbort));
    }

    private void beginAbort() {
        if (state.phase() != Phase.ABORTABLE_ERROR) {
            state.requireNoError();
        }
        state.become(Phase.ABORTING_TRANSACTION);
        sender.abortWaiting(new TransactionAbortedException());
        endWhenAllIsSent();
    }

    private void endWhenAllIsSent() {
        if (!state.isEnding() || sender.hasIncomplete() || call != null) {
            return;
        }
        if (!somethingSent) {
            ended(Reply.of(identity));
            return;
        }
        boolean commit = state.phase() == Phase.COMMITTING_TRANSACTION;
        ProducerIdentity owner = identity;
        ask(RequestKind.END_TRANSACTION, () -> brokers.coordinator().end(transactionalId, owner, commit), this::ended);
    }

    private void ended(Reply<ProducerIdentity> reply) {
        KafkaException error = reply.error();
        if (error == null) {
            if (!reply.get().equals(identity)) {
                identity = reply.get();
                sender.resetSequences();
            }
            state.become(Phase.READY);
            complete();
        } else if (error instanceof TransactionAbortableException) {
            failed(error, false);
        } else {
            fatal(ProducerState.ofEnd(error));
        }
    }

    private void ask(
            RequestKind kind,
            java.util.function.Supplier<ProducerIdentity> action,
            Consumer<Reply<ProducerIdentity>> then) {
        CallBounds bounds = new CallBounds(millis(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), null);
        call = new SimulatedCall<>(host, network, kind, bounds, RequestHandler.of(action), reply -> {
            call = null;
            then.accept(reply);
        });
        call.start();
    }

    private PendingOperation pending(String name, Runnable begin) {
        PendingOperation before = pending;
        if (before != null && !before.isHeardOf()) {
            if (!before.name().equals(name)) {
                throw new IllegalStateException("Cannot attempt operation `" + name + "` because the previous call to `"
                        + before.name() + "` timed out and must be retried");
            }
            return before;
        }
        PendingOperation begun = new PendingOperation(name);
        pending = begun;
        try {
            begin.run();
        } catch (RuntimeException e) {
            pending = null;
            throw e;
        }
        return begun;
    }

    private void await(PendingOperation operation) {
        Duration bound = millis(ProducerConfig.MAX_BLOCK_MS_CONFIG);
        if (!operation.isDone() && !host.await(operation.name(), bound, operation::isDone)) {
            throw new TimeoutException(
                    "Timeout expired after " + bound.toMillis() + " ms while awaiting " + operation.name());
        }
        operation.tell();
    }

    private void complete() {
        if (pending != null) {
            pending.complete();
        }
    }

    private void fatal(RuntimeException error) {
        failed(error, true);
        sender.abortAll(error instanceof KafkaException known ? known : new KafkaException(error));
    }

    private void failed(RuntimeException error, boolean fatal) {
        state.failed(error, fatal);
        if (pending != null) {
            pending.fail(error);
        }
    }

    // Sending

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return send(record, null);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        requireOpen();
        ProducerResult result = new ProducerResult(host);
        TopicPartition partition = new TopicPartition(record.topic(), -1);
        try {
            state.requireNoError();
            state.requireInTransaction();
            partition = outgoing.partitionOf(record);
            outgoing.requireSize(record);
        } catch (ApiException e) {
            if (!state.hasError()) {
                failed(e, false);
            }
            if (callback != null) {
                callback.onCompletion(ProducerBatch.unknown(partition), e);
            }
            result.completeExceptionally(e);
            return result;
        }
        somethingSent = true;
        sender.add(partition, outgoing.withTimestamp(record), result, callback);
        return result;
    }

    private SimulatedCall<Long> send(
            TopicPartition partition, ProducerBatch batch, int sequence, ProducerSender.Outcome outcome) {
        ProduceRequest request = ProduceRequest.of(transactionalId, identity, partition, sequence, batch);
        CallBounds bounds = new CallBounds(
                millis(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), millis(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG));
        SimulatedCall<Long> sending = new SimulatedCall<>(
                host, network, RequestKind.PRODUCE, bounds, answer -> brokers.produce(request, answer), outcome::take);
        sending.start();
        return sending;
    }

    @Override
    public void batchDone(@Nullable KafkaException error) {
        if (error != null && state.phase() != Phase.ABORTING_TRANSACTION) {
            failed(error, ProducerState.isFatal(error));
            sender.abortWaiting(error);
        }
        abortWhenClosed();
        endWhenAllIsSent();
    }

    @Override
    public void flush() {
        if (!host.isAlive()) {
            return;
        }
        List<ProducerBatch> incomplete = sender.flush();
        if (!incomplete.stream().allMatch(ProducerBatch::isDone)) {
            host.await("flush", FOR_EVER, () -> incomplete.stream().allMatch(ProducerBatch::isDone));
        }
    }

    // The end

    @Override
    public void close() {
        close(FOR_EVER);
    }

    /** Aborts an open transaction if it may take time, and finishes one that is being ended. */
    @Override
    public void close(Duration timeout) {
        if (closed || !host.isAlive()) {
            return;
        }
        closed = true;
        if (!timeout.isZero()) {
            sender.flush();
            abortWhenClosed();
            host.await("the producer's close", timeout, this::isFinished);
        }
        KafkaException error = new KafkaException("Producer is closed forcefully.");
        sender.abortAll(error);
        if (call != null) {
            call.cancel();
            call = null;
        }
        failed(error, true);
    }

    /** A transaction that is open when all was sent is aborted by a close. */
    private void abortWhenClosed() {
        if (closed && !sender.hasIncomplete() && hasOpenTransaction() && !state.isEnding()) {
            beginAbort();
        }
    }

    private boolean isFinished() {
        return !sender.hasIncomplete() && !hasOpenTransaction();
    }

    private boolean hasOpenTransaction() {
        return state.phase() == Phase.IN_TRANSACTION || state.isEnding() || state.phase() == Phase.ABORTABLE_ERROR;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Cannot perform operation after producer has been closed");
        }
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        requireOpen();
        return outgoing.partitionsFor(topic);
    }
}
