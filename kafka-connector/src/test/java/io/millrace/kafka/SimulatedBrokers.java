package io.millrace.kafka;

import io.millrace.time.EventLoop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The brokers of the simulated cluster: topics, transactions, consumer groups, and what requests do with them.
 *
 * <p>Runs on the cluster's loop.
 */
final class SimulatedBrokers {

    private final Map<String, SimulatedTopic> topics = new TreeMap<>();
    private final Map<String, Map<TopicPartition, OffsetAndMetadata>> groups = new TreeMap<>();
    private final EventLoop loop;
    private final KafkaFaults faults;
    private final BrokerLimits limits;
    private final SimulatedCoordinator coordinator;
    private long topicIds;

    SimulatedBrokers(EventLoop loop, KafkaFaults faults, BrokerLimits limits) {
        this.loop = loop;
        this.faults = faults;
        this.limits = limits;
        this.coordinator = new SimulatedCoordinator(loop, faults, limits, this::writeMarker);
    }

    BrokerLimits limits() {
        return limits;
    }

    SimulatedCoordinator coordinator() {
        return coordinator;
    }

    Map<TopicPartition, OffsetAndMetadata> group(String name) {
        return groups.computeIfAbsent(name, each -> new java.util.LinkedHashMap<>());
    }

    Map<String, SimulatedTopic> topics() {
        return topics;
    }

    // Topics

    void create(String name, int partitions, Map<String, String> config) {
        if (topics.containsKey(name)) {
            throw new TopicExistsException("Topic '" + name + "' already exists.");
        }
        topicIds++;
        topics.put(name, new SimulatedTopic(name, new Uuid(topicIds, topicIds), config));
        grow(name, partitions);
    }

    void grow(String name, int partitions) {
        List<SimulatedPartition> all = topic(name).partitions();
        while (all.size() < partitions) {
            all.add(new SimulatedPartition(loop, faults));
        }
    }

    void delete(String name) {
        SimulatedTopic gone = topic(name);
        topics.remove(name);
        gone.partitions().forEach(SimulatedPartition::changed);
    }

    SimulatedTopic topic(String name) {
        SimulatedTopic topic = topics.get(name);
        if (topic == null) {
            throw new UnknownTopicOrPartitionException("This server does not host this topic-partition.");
        }
        return topic;
    }

    SimulatedPartition partition(TopicPartition which) {
        List<SimulatedPartition> all = topic(which.topic()).partitions();
        if (which.partition() >= all.size()) {
            throw new UnknownTopicOrPartitionException("This server does not host this topic-partition.");
        }
        return all.get(which.partition());
    }

    // Producing

    /** Appends a batch; answers its offset, once the followers have it if the request says so. */
    void produce(ProduceRequest request, Consumer<Reply<Long>> answer) {
        try {
            SimulatedPartition partition = partition(request.partition());
            if (faults.electsLeader()) {
                partition.electCleanly();
                throw new NotLeaderOrFollowerException("The leader has changed.");
            }
            long offset = append(request, partition);
            if (!request.awaitsFollowers()) {
                answer.accept(Reply.of(offset));
                partition.replicate(ignored -> {});
                return;
            }
            partition.replicate(done -> answer.accept(
                    done
                            ? Reply.of(offset)
                            : Reply.failed(new NotLeaderOrFollowerException("The leader has changed."))));
        } catch (KafkaException e) {
            answer.accept(Reply.failed(e));
        }
    }

    private long append(ProduceRequest request, SimulatedPartition partition) {
        PartitionLog log = partition.log();
        OptionalLong before = log.findDuplicate(
                request.writer(), request.firstSequence(), request.records().size());
        if (before.isPresent()) {
            return before.getAsLong();
        }
        String transactionalId = request.transactionalId();
        if (transactionalId == null) {
            return log.appendPlain(now(), request.writer(), request.firstSequence(), request.records());
        }
        if (!log.hasOpenTransaction(request.writer())) {
            coordinator.add(transactionalId, request.writer(), request.partition());
        }
        return log.append(now(), request.writer(), request.firstSequence(), request.records());
    }

    /** Appends records without a transaction, replicated at once. */
    long append(TopicPartition to, List<ProducerRecord<byte[], byte[]>> records) {
        SimulatedPartition partition = partition(to);
        long offset = partition.log().appendPlain(now(), ProducerIdentity.NONE, 0, records);
        replicateAtOnce(partition);
        return offset;
    }

    /** Appends records of a stranger's transaction, replicated at once. */
    void append(
            TopicPartition to, ProducerIdentity writer, int sequence, List<ProducerRecord<byte[], byte[]>> records) {
        SimulatedPartition partition = partition(to);
        partition.log().append(now(), writer, sequence, records);
        replicateAtOnce(partition);
    }

    void appendMarker(TopicPartition to, ProducerIdentity writer, boolean committed) {
        SimulatedPartition partition = partition(to);
        partition.log().appendMarker(now(), writer, committed);
        replicateAtOnce(partition);
    }

    private static void replicateAtOnce(SimulatedPartition partition) {
        partition.log().replicateTo(partition.log().end());
        partition.changed();
    }

    private void writeMarker(TopicPartition to, ProducerIdentity writer, boolean committed, Runnable then) {
        SimulatedPartition partition;
        try {
            partition = partition(to);
        } catch (UnknownTopicOrPartitionException deletedMeanwhile) {
            then.run();
            return;
        }
        partition.log().appendMarker(now(), writer, committed);
        partition.replicate(done -> {
            if (done) {
                then.run();
            } else {
                loop.schedule(faults.markerDelay(), () -> writeMarker(to, writer, committed, then));
            }
        });
    }

    // Fetching

    /** Answers as soon as there is something to read. */
    void fetch(FetchRequest request, Consumer<Reply<FetchAnswer>> answer) {
        try {
            SimulatedPartition partition = partition(request.partition());
            requireInRange(request, partition.log());
            PartitionLog.Slice slice = partition.log().read(request.offset(), request.committedOnly(), request.max());
            if (slice.next() > request.offset()) {
                answer.accept(Reply.of(new FetchAnswer(
                        slice,
                        partition.log().leaderEpoch(),
                        topic(request.partition().topic()).id())));
            } else {
                partition.awaitChange(() -> fetch(request, answer));
            }
        } catch (KafkaException e) {
            answer.accept(Reply.failed(e));
        }
    }

    private static void requireInRange(FetchRequest request, PartitionLog log) {
        Map<TopicPartition, Long> position = Map.of(request.partition(), request.offset());
        if (request.needsValidation(log.leaderEpoch())) {
            Optional<OffsetAndMetadata> end = log.endOf(request.offsetEpoch().orElseThrow());
            if (end.isEmpty() || end.get().offset() < request.offset()) {
                throw new LogTruncationException(
                        position,
                        end.map(known -> Map.of(request.partition(), known)).orElse(Map.of()));
            }
        }
        if (!log.holds(request.offset())) {
            throw new OffsetOutOfRangeException(position);
        }
    }

    private long now() {
        return loop.clock().millis();
    }
}
