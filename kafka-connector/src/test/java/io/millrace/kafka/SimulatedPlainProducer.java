package io.millrace.kafka;

import io.millrace.kafka.ProducerState.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
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
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.jspecify.annotations.Nullable;

/**
 * A producer of the simulated cluster without transactions. An idempotent one asks for an id of its own before its first
 * batch, and starts a new epoch after a batch that the brokers did not take. Any other may write a batch twice that it sends
 * again.
 */
final class SimulatedPlainProducer extends UnusedProducerCalls implements ProducerSender.Listener {

    private final ClientHost host;
    private final SimulatedNetwork network;
    private final SimulatedBrokers brokers;
    private final AbstractConfig config;
    private final OutgoingRecords outgoing;
    private final boolean idempotent;
    private final boolean awaitsFollowers;
    private final ProducerState state = new ProducerState("null");
    private final ProducerSender sender;
    private ProducerIdentity identity = ProducerIdentity.NONE;
    private @Nullable SimulatedCall<ProducerIdentity> initialization;
    private boolean closed;

    SimulatedPlainProducer(
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
        this.idempotent = config.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG);
        this.awaitsFollowers = List.of("all", "-1").contains(config.getString(ProducerConfig.ACKS_CONFIG));
        Duration linger = Duration.ofMillis(config.getLong(ProducerConfig.LINGER_MS_CONFIG));
        this.sender = new ProducerSender(host, faults, linger, this::maySend, this::send, this);
    }

    private boolean maySend() {
        return !idempotent || state.phase() == Phase.READY;
    }

    private static Duration bound(AbstractConfig config, String setting) {
        return Duration.ofMillis(config.getInt(setting));
    }

    // The id

    private void initializeOnce() {
        if (idempotent && state.phase() == Phase.UNINITIALIZED) {
            state.become(Phase.INITIALIZING);
            initialization = new SimulatedCall<>(
                    host,
                    network,
                    RequestKind.INIT_PRODUCER,
                    new CallBounds(bound(config, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), null),
                    RequestHandler.of(brokers.coordinator()::newProducer),
                    this::initialized);
            initialization.start();
        }
    }

    private void initialized(Reply<ProducerIdentity> reply) {
        initialization = null;
        if (reply.error() == null) {
            identity = reply.get();
            state.become(Phase.READY);
            sender.drain();
        } else {
            fatal(ProducerState.ofInitialization(reply.error()));
        }
    }

    /** What is under way under the epoch before is refused if it comes late. */
    private void startNewEpoch() {
        identity = identity.nextEpoch();
        sender.resetSequences();
    }

    private void fatal(KafkaException error) {
        state.failed(error, true);
        sender.abortAll(error);
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
            partition = outgoing.partitionOf(record);
            outgoing.requireSize(record);
        } catch (ApiException e) {
            if (callback != null) {
                callback.onCompletion(ProducerBatch.unknown(partition), e);
            }
            result.completeExceptionally(e);
            return result;
        }
        sender.add(partition, outgoing.withTimestamp(record), result, callback);
        initializeOnce();
        return result;
    }

    private SimulatedCall<Long> send(
            TopicPartition partition, ProducerBatch batch, int sequence, ProducerSender.Outcome outcome) {
        ProduceRequest request =
                new ProduceRequest(null, identity, partition, sequence, List.copyOf(batch.records()), awaitsFollowers);
        CallBounds bounds = new CallBounds(
                bound(config, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG),
                bound(config, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG));
        SimulatedCall<Long> sending = new SimulatedCall<>(
                host,
                network,
                RequestKind.PRODUCE_PLAIN,
                bounds,
                answer -> brokers.produce(request, answer),
                outcome::take);
        sending.start();
        return sending;
    }

    @Override
    public boolean sendsAgain(KafkaException error) {
        boolean outOfOrder = idempotent && error instanceof OutOfOrderSequenceException;
        if (outOfOrder) {
            startNewEpoch();
        }
        return outOfOrder;
    }

    @Override
    public void batchDone(@Nullable KafkaException error) {
        if (error == null || !idempotent) {
            return;
        }
        if (ProducerState.isFatal(error)) {
            fatal(error);
        } else {
            startNewEpoch();
        }
    }

    @Override
    public void flush() {
        if (!host.isAlive()) {
            return;
        }
        List<ProducerBatch> incomplete = sender.flush();
        if (!incomplete.stream().allMatch(ProducerBatch::isDone)) {
            host.await(
                    "flush",
                    SimulatedProducer.FOR_EVER,
                    () -> incomplete.stream().allMatch(ProducerBatch::isDone));
        }
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        requireOpen();
        return outgoing.partitionsFor(topic);
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    // Transactions

    private static IllegalStateException withoutTransactions() {
        return new IllegalStateException("Cannot use transactional methods without enabling transactions "
                + "by setting the transactional.id configuration property");
    }

    @Override
    public void initTransactions() {
        throw withoutTransactions();
    }

    @Override
    public void beginTransaction() {
        throw withoutTransactions();
    }

    @Override
    public void commitTransaction() {
        throw withoutTransactions();
    }

    @Override
    public void abortTransaction() {
        throw withoutTransactions();
    }

    // The end

    @Override
    public void close() {
        close(SimulatedProducer.FOR_EVER);
    }

    /** Sends what waits if it may take time. */
    @Override
    public void close(Duration timeout) {
        if (closed || !host.isAlive()) {
            return;
        }
        closed = true;
        if (!timeout.isZero()) {
            sender.flush();
            host.await("the producer's close", timeout, () -> !sender.hasIncomplete());
        }
        if (initialization != null) {
            initialization.cancel();
            initialization = null;
        }
        fatal(new KafkaException("Producer is closed forcefully."));
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Cannot perform operation after producer has been closed");
        }
    }
}
