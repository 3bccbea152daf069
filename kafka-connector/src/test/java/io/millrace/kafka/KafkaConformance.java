package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What the connector's guarantees take for granted of Kafka's brokers and clients, case by case. It runs on a real broker and
 * on the simulated cluster; where the two differ the simulation is wrong.
 *
 * <p>Each case has topics and transactional ids of its own. Cases of producers without transactions and of some
 * administrative calls are in the interfaces.
 */
abstract class KafkaConformance implements PlainProducerConformance, AdminConformance {

    private static final int LATEST_EPOCH = 0;

    private String name = "";
    private TopicPartition output = new TopicPartition("none", 0);
    private TopicPartition entries = new TopicPartition("none", 1);
    private ConformanceClients clients;

    @BeforeEach
    void createTopic(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName();
        cluster().createTopic(name, 2);
        clients = new ConformanceClients(cluster());
        output = new TopicPartition(name, 0);
        entries = new TopicPartition(name, 1);
        cluster().await("the topic can be seen", () -> clients.canSee(output) && clients.canSee(entries));
    }

    @AfterEach
    void closeClients() {
        clients.close();
    }

    @Override
    public ConformanceClients clients() {
        return clients;
    }

    @Override
    public TopicPartition output() {
        return output;
    }

    private Producer<byte[], byte[]> fence() {
        return clients.fence(name, Duration.ofSeconds(60));
    }

    private static ProducerRecord<byte[], byte[]> record(TopicPartition partition, String value) {
        return new ProducerRecord<>(partition.topic(), partition.partition(), null, value.getBytes(UTF_8));
    }

    private void send(Producer<byte[], byte[]> producer, TopicPartition partition, String... values) {
        for (String value : values) {
            var unused = producer.send(record(partition, value));
        }
        producer.flush();
    }

    private void commit(Producer<byte[], byte[]> producer, TopicPartition partition, String... values) {
        producer.beginTransaction();
        send(producer, partition, values);
        producer.commitTransaction();
    }

    private void abort(Producer<byte[], byte[]> producer, TopicPartition partition, String... values) {
        producer.beginTransaction();
        send(producer, partition, values);
        producer.abortTransaction();
    }

    private long highWatermark(TopicPartition partition) {
        return clients.highWatermark(partition);
    }

    private long lastStableOffset(TopicPartition partition) {
        return clients.lastStableOffset(partition);
    }

    private void awaitDecided(TopicPartition partition) {
        cluster().await(partition + " is decided", () -> lastStableOffset(partition) == highWatermark(partition));
    }

    // Transactions

    @Test
    void shouldMakeOutputAndEntryVisibleWhenCommitted() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        send(producer, output, "output");
        send(producer, entries, "entry");
        assertThat(clients.committed(output, lastStableOffset(output))).isEmpty();
        assertThat(clients.committed(entries, lastStableOffset(entries))).isEmpty();

        producer.commitTransaction();

        awaitDecided(output);
        awaitDecided(entries);
        assertThat(clients.committed(output, 2)).containsExactly("output");
        assertThat(clients.committed(entries, 2)).containsExactly("entry");
    }

    @Test
    void shouldShowNothingBeyondFirstOpenRecordToCommittedReaders() {
        commit(fence(), output, "before"); // offsets 0 and 1
        Producer<byte[], byte[]> open = clients.fence(name + "-open", Duration.ofSeconds(60));
        open.beginTransaction();
        send(open, output, "open"); // offset 2
        commit(clients.fence(name + "-other", Duration.ofSeconds(60)), output, "behind it"); // offsets 3 and 4

        cluster().await("the last marker is there", () -> highWatermark(output) == 5);
        assertThat(lastStableOffset(output)).isEqualTo(2);
        assertThat(clients.committed(output, 2)).containsExactly("before");
        assertThat(clients.uncommitted(output, 5)).containsExactly("before", "open", "behind it");

        open.commitTransaction();
        awaitDecided(output);
        assertThat(clients.committed(output, 6)).containsExactly("before", "open", "behind it");
    }

    @Test
    void shouldLeaveHoleForEachMarker() {
        Producer<byte[], byte[]> producer = fence();
        commit(producer, output, "a", "b");
        abort(producer, output, "c");
        commit(producer, output, "d");
        awaitDecided(output);

        assertThat(highWatermark(output)).isEqualTo(7);
        assertThat(clients.read(output, 0, 7, true))
                .extracting(ConsumerRecord::offset)
                .containsExactly(0L, 1L, 5L);
        assertThat(clients.read(output, 0, 7, false))
                .extracting(ConsumerRecord::offset)
                .containsExactly(0L, 1L, 3L, 5L);
    }

    /** R01, R08 */
    @Test
    void shouldMovePositionBehindMarkersAndAbortedRecords() {
        Producer<byte[], byte[]> producer = fence();
        commit(producer, output, "a");
        abort(producer, output, "b", "c");
        awaitDecided(output);

        assertThat(clients.positionAfter(output, 0, 5))
                .isEqualTo(new OffsetAndMetadata(5, Optional.of(LATEST_EPOCH), ""));
        assertThat(clients.positionAfter(output, 3, 5).offset()).isEqualTo(5);
    }

    @Test
    void shouldCommitNothingWhenTransactionIsEmpty() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        producer.commitTransaction();
        commit(producer, output, "a");
        producer.beginTransaction();
        producer.commitTransaction();
        producer.beginTransaction();
        producer.abortTransaction();
        awaitDecided(output);
        assertThat(highWatermark(output)).isEqualTo(2);
        assertThat(clients.committed(output, 2)).containsExactly("a");
    }

    @Test
    void shouldGoOnWhenTransactionWasAborted() {
        Producer<byte[], byte[]> producer = fence();
        abort(producer, output, "aborted");
        commit(producer, output, "committed");
        awaitDecided(output);
        assertThat(clients.committed(output, highWatermark(output))).containsExactly("committed");
    }

    @Test
    void shouldCommitManyTransactionsInOrder() {
        Producer<byte[], byte[]> producer = fence();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            commit(producer, output, "a" + i, "b" + i);
            commit(producer, entries, "e" + i);
            expected.add("a" + i);
            expected.add("b" + i);
        }
        awaitDecided(output);
        assertThat(clients.committed(output, highWatermark(output))).isEqualTo(expected);
    }

    // Fencing

    /** S07 */
    @Test
    void shouldAbortOpenTransactionWhenIdIsInitializedAgain() {
        Producer<byte[], byte[]> first = fence();
        commit(first, output, "committed");
        first.beginTransaction();
        send(first, output, "open");
        send(first, entries, "open");

        fence();

        assertThat(lastStableOffset(output)).as("settled when the call returns").isEqualTo(highWatermark(output));
        assertThat(lastStableOffset(entries)).isEqualTo(highWatermark(entries));
        assertThat(highWatermark(output)).isEqualTo(4);
        assertThat(clients.committed(output, 4)).containsExactly("committed");
        assertThat(clients.committed(entries, 2)).isEmpty();
    }

    @Test
    void shouldRefuseCommitWhenFenced() {
        Producer<byte[], byte[]> first = fence();
        first.beginTransaction();
        send(first, output, "open");
        Producer<byte[], byte[]> second = fence();

        assertThatThrownBy(first::commitTransaction).isInstanceOf(KafkaException.class);

        commit(second, output, "of the second");
        awaitDecided(output);
        assertThat(clients.committed(output, highWatermark(output))).containsExactly("of the second");
    }

    @Test
    void shouldKeepCommittedTransactionWhenIdIsInitializedAgain() {
        Producer<byte[], byte[]> first = fence();
        commit(first, output, "committed");

        fence();

        assertThat(lastStableOffset(output)).as("settled when the call returns").isEqualTo(2);
        assertThat(clients.committed(output, 2)).containsExactly("committed");
    }

    @Test
    void shouldRefuseRecordsWhenFenced() {
        Producer<byte[], byte[]> first = fence();
        commit(first, output, "committed");
        first.beginTransaction();
        fence();

        Throwable refused =
                catchThrowable(() -> first.send(record(output, "late")).get());
        assertThat(refused).isInstanceOf(ExecutionException.class);
        assertThat(refused.getCause())
                .isInstanceOfAny(InvalidProducerEpochException.class, ProducerFencedException.class);

        assertThatThrownBy(first::commitTransaction).isInstanceOf(KafkaException.class);
        assertThatThrownBy(first::abortTransaction).isInstanceOf(ProducerFencedException.class);
        awaitDecided(output);
        assertThat(clients.uncommitted(output, highWatermark(output))).containsExactly("committed");
    }

    @Test
    void shouldStayInErrorWhenFenced() {
        Producer<byte[], byte[]> first = fence();
        first.beginTransaction();
        send(first, output, "open");
        fence();
        assertThatThrownBy(first::commitTransaction).isInstanceOf(KafkaException.class);

        assertThatThrownBy(first::beginTransaction).isInstanceOf(KafkaException.class);
        assertThatThrownBy(first::commitTransaction).isInstanceOf(KafkaException.class);
        assertThatThrownBy(first::abortTransaction).isInstanceOf(KafkaException.class);
        assertThatThrownBy(() -> first.send(record(output, "late")).get()).isInstanceOf(Exception.class);
        first.close(Duration.ofSeconds(5));
    }

    /** Such a commit never reaches the brokers, so each commit must hold a record if it is to tell who is fenced. */
    @Test
    void shouldNotNoticeFenceWhenTransactionIsEmpty() {
        Producer<byte[], byte[]> first = fence();
        first.beginTransaction();
        fence();
        first.commitTransaction();
    }

    @Test
    void shouldNotFenceOwnersOfOtherIds() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        send(producer, output, "mine");
        clients.fence(name + "-other", Duration.ofSeconds(60));
        producer.commitTransaction();
        awaitDecided(output);
        assertThat(clients.committed(output, 2)).containsExactly("mine");
    }

    /** Between a takeover's fence and its first record nothing is open, and its state tells it from a commit. */
    @Test
    void shouldBeEmptyAfterFenceOfOpenTransaction() {
        Producer<byte[], byte[]> first = fence();
        first.beginTransaction();
        send(first, output, "open");
        fence();
        assertThat(clients.describe(name).state()).isEqualTo(TransactionState.EMPTY);
        assertThat(clients.describe(name).topicPartitions()).isEmpty();
    }

    @Test
    void shouldKeepProducerIdAndRaiseEpochWhenInitializedAgain() {
        fence();
        TransactionDescription first = clients.describe(name);
        fence();
        TransactionDescription second = clients.describe(name);
        assertThat(second.producerId()).isEqualTo(first.producerId());
        assertThat(second.producerEpoch()).isGreaterThan(first.producerEpoch());
    }

    @Test
    void shouldRaiseEpochWithEachTransaction() {
        Producer<byte[], byte[]> producer = fence();
        TransactionDescription before = clients.describe(name);
        commit(producer, output, "a");
        commit(producer, output, "b");
        awaitState(TransactionState.COMPLETE_COMMIT);
        assertThat(clients.describe(name).producerId()).isEqualTo(before.producerId());
        assertThat(clients.describe(name).producerEpoch()).isEqualTo(before.producerEpoch() + 2);
    }

    @Test
    void shouldAbortAndFenceWhenTransactionTimesOut() {
        Producer<byte[], byte[]> slow = clients.fence(name, Duration.ofSeconds(1));
        slow.beginTransaction();
        send(slow, output, "too late");
        cluster().await("the brokers abort it", () -> highWatermark(output) == 2 && lastStableOffset(output) == 2);

        assertThatThrownBy(slow::commitTransaction).isInstanceOf(KafkaException.class);
        assertThat(clients.committed(output, 2)).isEmpty();
        assertThat(clients.uncommitted(output, 2)).containsExactly("too late");
    }

    // What the admin client says

    @Test
    void shouldDescribeTransaction() {
        Producer<byte[], byte[]> producer = fence();
        assertThat(clients.describe(name).state()).isEqualTo(TransactionState.EMPTY);

        producer.beginTransaction();
        assertThat(clients.describe(name).state())
                .as("begins with its first record")
                .isEqualTo(TransactionState.EMPTY);
        send(producer, output, "a");
        send(producer, entries, "b");
        TransactionDescription open = clients.describe(name);
        assertThat(open.state()).isEqualTo(TransactionState.ONGOING);
        assertThat(open.topicPartitions()).containsExactlyInAnyOrder(output, entries);
        assertThat(open.transactionStartTimeMs()).isPresent();
        assertThat(open.transactionTimeoutMs()).isEqualTo(60_000);

        producer.commitTransaction();
        awaitState(TransactionState.COMPLETE_COMMIT);
        assertThat(clients.describe(name).topicPartitions()).isEmpty();
        assertThat(clients.describe(name).transactionStartTimeMs()).isEqualTo(open.transactionStartTimeMs());

        abort(producer, output, "c");
        awaitState(TransactionState.COMPLETE_ABORT);

        fence();
        assertThat(clients.describe(name).state()).isEqualTo(TransactionState.EMPTY);
        assertThat(clients.describe(name).transactionStartTimeMs()).isEmpty();
    }

    private void awaitState(TransactionState state) {
        cluster().await("state " + state, () -> clients.describe(name).state() == state);
    }

    @Test
    void shouldSettleAllPartitionsBeforeStateIsComplete() {
        Producer<byte[], byte[]> producer = fence();
        for (int i = 1; i <= 10; i++) {
            producer.beginTransaction();
            send(producer, output, "a");
            send(producer, entries, "b");
            producer.commitTransaction();
            awaitState(TransactionState.COMPLETE_COMMIT);
            assertThat(lastStableOffset(output)).isEqualTo(2L * i);
            assertThat(lastStableOffset(entries)).isEqualTo(2L * i);
        }
    }

    @Test
    void shouldNotKnowIdThatWasNeverUsed() {
        assertThatThrownBy(() -> clients.describe(name + "-unused"))
                .isInstanceOf(TransactionalIdNotFoundException.class);
    }

    @Test
    void shouldGiveTopicAnotherIdWhenCreatedAgain() {
        Uuid before = clients.topic(name).orElseThrow().topicId();
        cluster().deleteTopic(name);
        cluster().await("the topic is gone", () -> clients.topic(name).isEmpty());
        cluster().createTopic(name, 2);
        cluster().await("the topic is back", () -> clients.topic(name).isPresent());
        assertThat(clients.topic(name).orElseThrow().topicId()).isNotEqualTo(before);
    }

    @Test
    void shouldShowPartitionsThatWereAdded() {
        cluster().growTopic(name, 4);
        cluster()
                .await(
                        "four partitions",
                        () -> clients.topic(name).orElseThrow().partitions().size() == 4);
        cluster().await("the last can be asked", () -> clients.canSee(new TopicPartition(name, 3)));
        assertThat(highWatermark(new TopicPartition(name, 3))).isZero();
    }

    @Test
    void shouldDescribeOnlyTopicsThatExist() {
        assertThat(clients.admin().describeTopics(List.of(name, name + "-missing")))
                .containsOnlyKeys(name);
    }

    @Test
    void shouldRefuseToCreateTopicThatExists() {
        NewTopic again = new NewTopic(name, Optional.of(1), Optional.empty());
        assertThatThrownBy(() -> clients.admin().createTopic(again)).isInstanceOf(TopicExistsException.class);
    }

    @Test
    void shouldCreateTopicWithItsSettings() {
        String created = name + "-created";
        clients.admin()
                .createTopic(new NewTopic(created, Optional.of(1), Optional.empty())
                        .configs(Map.of("cleanup.policy", "compact")));
        cluster().await("the topic can be seen", () -> clients.topic(created).isPresent());
        assertThat(clients.topic(created).orElseThrow().partitions()).hasSize(1);
        assertThat(clients.setting(ConfigResource.Type.TOPIC, created, "cleanup.policy"))
                .isEqualTo("compact");
    }

    @Test
    void shouldTellSettings() {
        assertThat(clients.setting(ConfigResource.Type.TOPIC, name, "cleanup.policy"))
                .isEqualTo("delete");
        assertThat(clients.setting(ConfigResource.Type.TOPIC, name, "max.message.bytes"))
                .isEqualTo("1048588");
        assertThat(clients.setting(
                        ConfigResource.Type.BROKER, clients.admin().brokers().get(0), "transaction.max.timeout.ms"))
                .isEqualTo("900000");
    }

    @Test
    void shouldStoreOffsetsOfGroup() {
        OffsetAndMetadata offset = new OffsetAndMetadata(17, Optional.of(0), "");
        clients.admin().alterGroupOffsets(name, Map.of(output, offset));
        clients.admin().alterGroupOffsets(name, Map.of(entries, new OffsetAndMetadata(3)));
        assertThat(cluster().groupOffsets(name)).isEqualTo(Map.of(output, offset, entries, new OffsetAndMetadata(3)));
    }

    @Test
    void shouldTellEpochsWithOffsets() {
        assertThat(clients.earliest(output).offset()).isZero();
        assertThat(clients.earliest(output).leaderEpoch()).contains(0);
        assertThat(clients.latest(output).leaderEpoch()).contains(0);

        commit(fence(), output, "a");

        assertThat(clients.earliest(output).offset()).isZero();
        assertThat(clients.earliest(output).leaderEpoch()).contains(0);
        assertThat(clients.latest(output).leaderEpoch()).contains(0);
    }

    @Test
    void shouldStartWhereRecordsWereDeleted() {
        cluster().append(output, record(output, "a"));
        cluster().append(output, record(output, "b"));
        cluster().append(output, record(output, "c"));
        cluster().deleteRecordsBefore(output, 2);
        cluster().await("the start has moved", () -> clients.earliest(output).offset() == 2);
        assertThat(clients.committed(output, 2, 3)).containsExactly("c");
    }

    // The producer

    /** The client hands on the text of an error that it does not expect, but not its type. */
    @Test
    void shouldRefuseTransactionTimeoutThatBrokersDoNotAllow() {
        assertThatThrownBy(() -> clients.fence(name, Duration.ofMinutes(16)))
                .isExactlyInstanceOf(KafkaException.class)
                .hasNoCause()
                .hasMessageContaining("transaction.max.timeout.ms");
    }

    @Test
    void shouldRefuseToInitializeTwice() {
        Producer<byte[], byte[]> producer = fence();
        assertThatThrownBy(producer::initTransactions).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseCallsOutOfOrder() {
        Producer<byte[], byte[]> producer = fence();
        assertThatThrownBy(() -> producer.send(record(output, "a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::commitTransaction).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::abortTransaction).isInstanceOf(IllegalStateException.class);
        producer.beginTransaction();
        assertThatThrownBy(producer::beginTransaction).isInstanceOf(IllegalStateException.class);
        send(producer, output, "a");
        producer.commitTransaction();
    }

    /** S08 */
    @Test
    void shouldRefuseCommitAndAllowAbortWhenRecordIsTooLarge() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        send(producer, output, "good");
        List<Exception> told = new ArrayList<>();
        Future<RecordMetadata> refused = producer.send(
                new ProducerRecord<>(name, 0, null, new byte[2_000_000]), (metadata, error) -> told.add(error));
        assertThatThrownBy(refused::get).hasCauseInstanceOf(RecordTooLargeException.class);
        assertThat(told).hasSize(1);
        assertThatThrownBy(producer::commitTransaction).isInstanceOf(KafkaException.class);
        producer.abortTransaction();
        commit(producer, output, "after");
        awaitDecided(output);
        assertThat(clients.committed(output, highWatermark(output))).containsExactly("after");
    }

    /** S27 */
    @Test
    void shouldAbortWhenClosedInGoodOrder() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        send(producer, output, "open");
        producer.close(Duration.ofSeconds(10));
        awaitDecided(output);
        assertThat(highWatermark(output)).isEqualTo(2);
        assertThat(clients.committed(output, 2)).isEmpty();
        assertThatThrownBy(producer::beginTransaction).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldLeaveTransactionOpenWhenDropped() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        send(producer, output, "open");
        producer.close(Duration.ZERO);
        assertThat(clients.describe(name).state()).isEqualTo(TransactionState.ONGOING);
        assertThat(lastStableOffset(output)).isZero();
        assertThat(highWatermark(output)).isEqualTo(1);
    }

    @Test
    void shouldTellWhereEachRecordIs() throws Exception {
        Producer<byte[], byte[]> producer = fence();
        commit(producer, output, "a", "b");
        producer.beginTransaction();
        var first = producer.send(record(output, "c"));
        var second = producer.send(record(entries, "d"));
        producer.flush();
        assertThat(first.get().offset()).as("behind the marker").isEqualTo(3);
        assertThat(first.get().partition()).isZero();
        assertThat(second.get().offset()).isZero();
        assertThat(second.get().partition()).isEqualTo(1);
        producer.commitTransaction();
    }

    @Test
    void shouldAcknowledgeInOrderOfSendsPerPartition() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            var unused = producer.send(record(output, "v" + i), (metadata, error) -> offsets.add(metadata.offset()));
        }
        producer.flush();
        assertThat(offsets).hasSize(50).isSorted().startsWith(0L).endsWith(49L);
        producer.commitTransaction();
    }

    @Test
    void shouldChoosePartitionByKey() throws Exception {
        String keyed = name + "-keyed";
        cluster().createTopic(keyed, 5);
        cluster().await("the topic can be seen", () -> clients.canSee(new TopicPartition(keyed, 4)));
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (String key : List.of("alpha", "beta", "gamma", "delta", "")) {
            sent.add(producer.send(new ProducerRecord<>(keyed, key.getBytes(UTF_8), new byte[0])));
        }
        producer.flush();
        List<Integer> partitions = new ArrayList<>();
        for (Future<RecordMetadata> each : sent) {
            partitions.add(each.get().partition());
        }
        assertThat(partitions).isEqualTo(List.of(3, 4, 1, 3, 1));
    }

    /** R14 */
    @Test
    void shouldKeepKeysHeadersTimestampsAndNulls() {
        Producer<byte[], byte[]> producer = fence();
        producer.beginTransaction();
        ProducerRecord<byte[], byte[]> full =
                new ProducerRecord<>(name, 0, 1234L, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
        full.headers().add("one", new byte[] {1}).add("none", null);
        var first = producer.send(full);
        var second = producer.send(new ProducerRecord<>(name, 0, 5678L, null, (byte[]) null));
        producer.flush();
        producer.commitTransaction();
        awaitDecided(output);
        assertThat(first).isDone();
        assertThat(second).isDone();

        List<ConsumerRecord<byte[], byte[]>> found = clients.read(output, 0, 3, true);
        assertThat(found).hasSize(2);
        assertThat(found.get(0).key()).isEqualTo("key".getBytes(UTF_8));
        assertThat(found.get(0).timestamp()).isEqualTo(1234);
        assertThat(found.get(0).headers()).extracting(header -> header.key()).containsExactly("one", "none");
        assertThat(found.get(0).headers().lastHeader("one").value()).containsExactly(1);
        assertThat(found.get(0).leaderEpoch()).contains(0);
        assertThat(found.get(1).key()).isNull();
        assertThat(found.get(1).value()).isNull();
        assertThat(found.get(1).timestamp()).isEqualTo(5678);
    }

    // The consumer

    /** R06 */
    @Test
    void shouldSayThatOffsetIsOutOfRange() {
        cluster().append(output, record(output, "a"));
        cluster().append(output, record(output, "b"));
        assertThatThrownBy(() -> clients.read(output, 3, 4, true))
                .isInstanceOfSatisfying(
                        OffsetOutOfRangeException.class,
                        error -> assertThat(error.offsetOutOfRangePartitions()).isEqualTo(Map.of(output, 3L)));
        cluster().deleteRecordsBefore(output, 1);
        cluster().await("the start has moved", () -> clients.earliest(output).offset() == 1);
        assertThatThrownBy(() -> clients.read(output, 0, 4, true)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    @Test
    void shouldWaitAtEndOfLog() {
        cluster().append(output, record(output, "a"));
        try (var consumer = clients.consumer(true)) {
            consumer.assign(List.of(output));
            consumer.seek(output, 1);
            assertThat(consumer.poll(Duration.ofMillis(200)).isEmpty()).isTrue();
            cluster().append(output, record(output, "b"));
            List<String> found = new ArrayList<>();
            cluster().await("the record", () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(each -> found.add(new String(each.value(), UTF_8)));
                return !found.isEmpty();
            });
            assertThat(found).containsExactly("b");
            assertThat(consumer.position(output)).isEqualTo(2);
        }
    }

    @Test
    void shouldThrowOnceAndLoseNothingWhenWoken() {
        cluster().append(output, record(output, "a"));
        try (var consumer = clients.consumer(true)) {
            consumer.assign(List.of(output));
            consumer.seek(output, 0);
            consumer.wakeup();
            assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(5))).isInstanceOf(WakeupException.class);
            assertThat(clients.pollAll(consumer, output, 1)).containsExactly("a");
        }
    }

    @Test
    void shouldReadNothingOfPausedPartition() {
        cluster().append(output, record(output, "a"));
        cluster().append(entries, record(entries, "b"));
        try (var consumer = clients.consumer(true)) {
            consumer.assign(List.of(output, entries));
            consumer.seek(output, 0);
            consumer.seek(entries, 0);
            consumer.pause(List.of(output));
            assertThat(consumer.paused()).isEqualTo(Set.of(output));
            assertThat(clients.pollAll(consumer, entries, 1)).containsExactly("b");
            consumer.resume(List.of(output));
            assertThat(clients.pollAll(consumer, output, 1)).containsExactly("a");
        }
    }

    /** R05 */
    @Test
    void shouldNoticeByEpochThatLogIsShorterThanItWas() {
        cluster().append(output, record(output, "a"));
        try (var consumer = clients.consumer(true)) {
            consumer.assign(List.of(output));
            consumer.seek(output, new OffsetAndMetadata(9, Optional.of(0), ""));
            Throwable noticed = catchThrowable(() -> clients.pollAll(consumer, output, 10));
            assertThat(noticed).isInstanceOf(OffsetOutOfRangeException.class);
            assertThat(noticed.getClass().getSimpleName()).isEqualTo("LogTruncationException");
        }
    }

    @Test
    void shouldTellWhereLogEndsForWhomItIsAsked() {
        commit(fence(), output, "a");
        awaitDecided(output);
        Producer<byte[], byte[]> open = clients.fence(name + "-open", Duration.ofSeconds(60));
        open.beginTransaction();
        send(open, output, "b", "c");
        try (var committed = clients.consumer(true);
                var uncommitted = clients.consumer(false)) {
            assertThat(committed.endOffsets(List.of(output), Duration.ofSeconds(10)))
                    .isEqualTo(Map.of(output, 2L));
            assertThat(uncommitted.endOffsets(List.of(output), Duration.ofSeconds(10)))
                    .isEqualTo(Map.of(output, 4L));
        }
    }

    @Test
    void shouldTellWhereLogBegins() {
        cluster().append(output, record(output, "a"));
        cluster().append(output, record(output, "b"));
        cluster().deleteRecordsBefore(output, 1);
        cluster().await("the start has moved", () -> clients.earliest(output).offset() == 1);
        try (var consumer = clients.consumer(true)) {
            assertThat(consumer.beginningOffsets(List.of(output, entries), Duration.ofSeconds(10)))
                    .isEqualTo(Map.of(output, 1L, entries, 0L));
        }
    }
}
