package io.millrace.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.errors.WakeupException;

/** A consumer of the simulated cluster that is assigned its partitions and told where to start. */
final class SimulatedConsumer extends UnusedConsumerCalls {

    private final ClientHost host;
    private final SimulatedNetwork network;
    private final SimulatedBrokers brokers;
    private final KafkaFaults faults;
    private final boolean committedOnly;
    private final int maxPollRecords;
    private final Duration requestTimeout;
    private final Runnable metadataUpdated;
    private final Map<TopicPartition, PartitionFetching> partitions = new LinkedHashMap<>();
    private boolean woken;
    private boolean closed;

    SimulatedConsumer(
            ClientHost host,
            SimulatedNetwork network,
            SimulatedBrokers brokers,
            KafkaFaults faults,
            Map<String, Object> settings,
            Runnable metadataUpdated) {
        this.host = host;
        this.network = network;
        this.brokers = brokers;
        this.faults = faults;
        this.metadataUpdated = metadataUpdated;
        AbstractConfig config = new AbstractConfig(ConsumerConfig.configDef(), settings, false);
        this.committedOnly =
                config.getString(ConsumerConfig.ISOLATION_LEVEL_CONFIG).equals("read_committed");
        this.maxPollRecords = config.getInt(ConsumerConfig.MAX_POLL_RECORDS_CONFIG);
        this.requestTimeout = Duration.ofMillis(config.getInt(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG));
    }

    @Override
    public void assign(Collection<TopicPartition> assigned) {
        requireOpen();
        partitions.entrySet().removeIf(entry -> {
            boolean removed = !assigned.contains(entry.getKey());
            if (removed) {
                entry.getValue().stop();
            }
            return removed;
        });
        assigned.forEach(each -> partitions.computeIfAbsent(
                each, partition -> new PartitionFetching(partition, this::fetch, metadataUpdated)));
    }

    private SimulatedCall<FetchAnswer> fetch(PartitionFetching partition) {
        FetchRequest request = partition.request(committedOnly, faults.fetchSize());
        return new SimulatedCall<>(
                host,
                network,
                RequestKind.FETCH,
                new CallBounds(requestTimeout, null),
                answer -> brokers.fetch(request, answer),
                partition::answered);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        requireOpen();
        throwIfWoken();
        partitions.values().forEach(PartitionFetching::fetch);
        if (!timeout.isZero() && !hasNews()) {
            host.await("a poll", timeout, () -> woken || hasNews());
            throwIfWoken();
        }
        return collect();
    }

    private boolean hasNews() {
        return partitions.values().stream().anyMatch(PartitionFetching::hasNews);
    }

    private void throwIfWoken() {
        if (woken) {
            woken = false;
            throw new WakeupException();
        }
    }

    private ConsumerRecords<byte[], byte[]> collect() {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new LinkedHashMap<>();
        int room = maxPollRecords;
        for (Map.Entry<TopicPartition, PartitionFetching> entry : partitions.entrySet()) {
            TopicPartition partition = entry.getKey();
            PartitionFetching fetching = entry.getValue();
            if (!fetching.hasNews() || room == 0) {
                continue;
            }
            if (records.isEmpty()) { // what was read from others is not lost for an error here
                fetching.throwError();
            }
            long before = fetching.position();
            List<ConsumerRecord<byte[], byte[]>> taken = new ArrayList<>();
            fetching.take(room).forEach(each -> taken.add(each.toConsumerRecord(partition)));
            room -= taken.size();
            if (!taken.isEmpty()) {
                records.put(partition, taken);
            }
            if (fetching.position() > before) {
                next.put(partition, fetching.next());
            }
        }
        return new ConsumerRecords<>(records, next);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        fetching(partition).seek(offset, Optional.empty());
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        fetching(partition).seek(offset.offset(), offset.leaderEpoch());
    }

    @Override
    public long position(TopicPartition partition) {
        return fetching(partition).position();
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        return position(partition);
    }

    private PartitionFetching fetching(TopicPartition partition) {
        requireOpen();
        PartitionFetching fetching = partitions.get(partition);
        if (fetching == null) {
            throw new IllegalStateException("No current assignment for partition " + partition);
        }
        return fetching;
    }

    @Override
    public Set<TopicPartition> assignment() {
        return new LinkedHashSet<>(partitions.keySet());
    }

    @Override
    public Set<TopicPartition> paused() {
        Set<TopicPartition> paused = new LinkedHashSet<>();
        partitions.forEach((partition, fetching) -> {
            if (fetching.isPaused()) {
                paused.add(partition);
            }
        });
        return paused;
    }

    @Override
    public void pause(Collection<TopicPartition> toPause) {
        toPause.forEach(each -> fetching(each).pause(true));
    }

    @Override
    public void resume(Collection<TopicPartition> toResume) {
        toResume.forEach(each -> fetching(each).pause(false));
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> of) {
        return offsets(of, PartitionLog::start);
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> of, Duration timeout) {
        return offsets(of, PartitionLog::start);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> of) {
        return offsets(of, committedOnly ? PartitionLog::lastStableOffset : PartitionLog::highWatermark);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> of, Duration timeout) {
        return endOffsets(of);
    }

    /** A task's step asks for these too, which may not wait: the answer is there at once. */
    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> of, ToLongFunction<PartitionLog> which) {
        requireOpen();
        Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
        of.forEach(each ->
                offsets.put(each, which.applyAsLong(brokers.partition(each).log())));
        return offsets;
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void wakeup() {
        woken = true;
    }

    @Override
    public void close() {
        closed = true;
        partitions.values().forEach(PartitionFetching::stop);
        partitions.clear();
    }

    @Override
    @Deprecated
    public void close(Duration timeout) {
        close();
    }

    @Override
    public void close(CloseOptions options) {
        close();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("This consumer has already been closed.");
        }
    }
}
