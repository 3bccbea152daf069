package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.api.DamagedException;
import io.millrace.api.KeyValue;
import io.millrace.api.SerdeException;
import io.millrace.api.Source;
import io.millrace.api.StartRefusedException;
import io.millrace.kafka.Kafka;
import io.millrace.kafka.KafkaRecord;
import io.millrace.kafka.KafkaSourceBuilder;
import io.millrace.kafka.LossPolicy;
import io.millrace.kafka.MissingOffset;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import io.millrace.testkit.TopicWriter;
import io.millrace.testkit.TransactionWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The source over a real broker: where it starts, goes on and ends, and what it refuses to pass over. */
class SourceIT {

    private static EmbeddedKafka broker;
    private static ClusterInspector inspector;
    private static Kafka kafka;
    private static TopicWriter plain;

    private final List<SplitEnumerator> enumerators = new ArrayList<>();
    private String topic;

    @BeforeAll
    static void start() {
        broker =
                EmbeddedKafka.builder().setting("log.cleaner.backoff.ms", "100").start();
        inspector = new ClusterInspector(broker.admin());
        kafka = Kafka.at(broker.bootstrapServers());
        plain = new TopicWriter(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        plain.close();
        broker.close();
    }

    @BeforeEach
    void nameTopic(TestInfo test) {
        topic = test.getTestMethod().orElseThrow().getName();
    }

    @AfterEach
    void closeEnumerators() {
        enumerators.forEach(SplitEnumerator::close);
    }

    private Source<String> toEnd() {
        return kafka.source().topics(topic).untilEnd().values(Serdes.string());
    }

    private Source<String> unbounded() {
        return kafka.source(topic, Serdes.string());
    }

    private SplitEnumerator enumerator(Source<?> source) {
        SplitEnumerator enumerator = Connectors.source(source).openEnumerator(TestOperator.of(topic, "in"));
        enumerators.add(enumerator);
        return enumerator;
    }

    /** R01: the end is reached over aborted records and control records, also where there is nothing else. */
    @Test
    void shouldReachEndWhenPartitionsEndWithAbortedRecords() throws Exception {
        broker.createTopic(topic, 3);
        try (TransactionWriter writer = new TransactionWriter(broker.bootstrapServers(), topic)) {
            writer.begin();
            writer.writeTo(topic, 0, "committed");
            writer.commit();
            writer.begin();
            writer.writeTo(topic, 0, "aborted");
            writer.writeTo(topic, 1, "aborted too");
            writer.abort();
        }

        List<SourceSplit> start = enumerator(toEnd()).start();
        try (SourceTask<String> task = new SourceTask<>(toEnd(), topic, start)) {
            task.readToEnd();

            assertThat(task.values()).containsExactly("committed");
            assertThat(task.offsets()).containsExactly(4L, 2L, 0L);
        }
    }

    @Test
    void shouldReadNothingBehindEndThatWasFixedAtStart() throws Exception {
        broker.createTopic(topic, 2);
        plain.writeTo(topic, 0, "a", "b");
        List<SourceSplit> start = enumerator(toEnd()).start();
        plain.writeTo(topic, 0, "c");
        plain.writeTo(topic, 1, "d");

        try (SourceTask<String> task = new SourceTask<>(toEnd(), topic, start)) {
            task.readToEnd();
            assertThat(task.values()).containsExactly("a", "b");
            assertThat(task.origins()).containsExactly(topic + "-0@0", topic + "-0@1");

            List<SourceSplit> resumed = enumerator(toEnd()).resume(task.positions());
            assertThat(resumed).isEqualTo(task.positions());
        }
    }

    /** R02: holes at the start, in the middle and at the end, with a restart after each record. */
    @Test
    void shouldReadEachRecordOnceWhenOffsetsHaveHoles() throws Exception {
        broker.createTopic(topic, 1);
        List<String> committed = new ArrayList<>();
        try (TransactionWriter writer = new TransactionWriter(broker.bootstrapServers(), topic)) {
            for (int i = 0; i < 6; i++) {
                writer.begin();
                writer.writeTo(topic, 0, "aborted " + i);
                writer.abort();
                writer.begin();
                writer.writeTo(topic, 0, "a" + i, "b" + i);
                writer.commit();
                committed.addAll(List.of("a" + i, "b" + i));
            }
            writer.begin();
            writer.writeTo(topic, 0, "aborted at last");
            writer.abort();
        }
        deleteBefore(5); // the aborted one, its marker, a0, b0, the marker
        committed.subList(0, 2).clear();

        List<String> seen = new ArrayList<>();
        List<SourceSplit> splits = enumerator(toEnd()).start();
        for (String expected : committed) {
            try (SourceTask<String> task = new SourceTask<>(toEnd(), topic, splits)) {
                seen.addAll(task.read(1).values());
                splits = enumerator(toEnd()).resume(task.positions());
            }
            assertThat(seen).endsWith(expected);
        }
        try (SourceTask<String> task = new SourceTask<>(toEnd(), topic, splits)) {
            task.readToEnd();
            assertThat(task.values()).isEmpty();
            assertThat(task.offsets()).containsExactly(32L);
        }
        assertThat(seen).isEqualTo(committed);
    }

    /** R02: compaction takes records out of the middle and whole ranges away. */
    @Test
    void shouldReadToEndWhenTopicWasCompacted() throws Exception {
        broker.createTopic(
                topic,
                1,
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.ms", "50",
                        "min.cleanable.dirty.ratio", "0.001"));
        Map<String, String> last = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            plain.writeKeyed(topic, "key" + i % 7, "value" + i);
            last.put("key" + i % 7, "value" + i);
        }
        Source<KeyValue<String, String>> source =
                kafka.source().topics(topic).untilEnd().keyValues(Serdes.string(), Serdes.string());
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            plain.writeKeyed(topic, "tick", "tick"); // rolls the segment, so that what is before can be compacted
            return count(source) < 100;
        });

        List<SourceSplit> start = enumerator(source).start();
        long end = Long.parseLong(start.get(0).position().get("end"));
        Map<String, String> seen = new HashMap<>();
        List<SourceSplit> splits = start;
        boolean ended = false;
        while (!ended) {
            try (SourceTask<KeyValue<String, String>> task = new SourceTask<>(source, topic, splits)) {
                int before = task.read(3).values().size();
                task.values().forEach(pair -> seen.put(pair.key(), pair.value()));
                splits = enumerator(source).resume(task.positions());
                ended = before < 3;
                assertThat(ended).isEqualTo(task.offsets().get(0) == end && before < 3);
            }
        }
        last.put("tick", "tick");
        assertThat(seen).isEqualTo(last);
    }

    private int count(Source<KeyValue<String, String>> source) throws Exception {
        try (SplitEnumerator once = Connectors.source(source).openEnumerator(TestOperator.of(topic, "count"));
                SourceTask<KeyValue<String, String>> task = new SourceTask<>(source, topic, once.start())) {
            return task.readToEnd().values().size();
        }
    }

    /** R03: a partition that was empty at a start at the latest has a number, too. */
    @Test
    void shouldReadWhatCameAfterStartAtLatestWhenPartitionWasEmpty() throws Exception {
        broker.createTopic(topic, 3);
        plain.writeTo(topic, 0, "old");
        Source<String> latest = kafka.source().topics(topic).fromLatest().values(Serdes.string());
        List<SourceSplit> start = enumerator(latest).start();
        assertThat(start).extracting(split -> split.position().get("offset")).containsExactly("1", "0", "0");

        plain.writeTo(topic, 2, "new");
        List<SourceSplit> resumed = enumerator(latest).resume(start);
        try (SourceTask<String> task = new SourceTask<>(latest, topic, resumed)) {
            assertThat(task.read(1).values()).containsExactly("new");
        }
    }

    /** R04: partitions that were added later are read from their beginning, whatever the first start said. */
    @Test
    void shouldReadAddedPartitionsFromTheirBeginning() throws Exception {
        broker.createTopic(topic, 1);
        plain.writeTo(topic, 0, "old");
        Source<String> latest = kafka.source().topics(topic).fromLatest().values(Serdes.string());
        List<SourceSplit> start = enumerator(latest).start();
        broker.admin()
                .createPartitions(Map.of(topic, NewPartitions.increaseTo(3)))
                .all()
                .get(30, TimeUnit.SECONDS);
        await().until(() -> inspector.highWatermarks(topic).size() == 3);
        plain.writeTo(topic, 2, "before discovery");

        List<SourceSplit> resumed = enumerator(latest).resume(start);
        assertThat(resumed).hasSize(3).contains(start.get(0));
        try (SourceTask<String> task = new SourceTask<>(latest, topic, resumed)) {
            assertThat(task.read(1).values()).containsExactly("before discovery");
        }
    }

    /** R04: what the checkpoint holds is never left out because the cluster or the source does not show it. */
    @Test
    void shouldRefuseWhenRestoredTopicIsNotReadAnyMore() {
        broker.createTopic(topic, 1);
        broker.createTopic(topic + "-other", 1);
        List<SourceSplit> start = enumerator(unbounded()).start();
        Source<String> other = kafka.source(topic + "-other", Serdes.string());
        assertThatThrownBy(() -> enumerator(other).resume(start))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[" + topic + "]");
    }

    /** R05: a topic that was created again is another one, whether it is shorter or longer than the position. */
    @Test
    void shouldStopWhenTopicWasCreatedAgain() throws Exception {
        for (int records : List.of(10, 500)) {
            broker.createTopic(topic, 1);
            String former = id();
            plain.write(topic, IntStream.range(0, 100).mapToObj(i -> "old " + i).toList());
            List<SourceSplit> positions;
            try (SourceTask<String> task =
                    new SourceTask<>(unbounded(), topic, enumerator(unbounded()).start())) {
                positions = task.read(100).positions();
            }
            broker.admin().deleteTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
            await().until(() -> !broker.admin().listTopics().names().get().contains(topic));
            broker.createTopic(topic, 1);
            plain.write(
                    topic, IntStream.range(0, records).mapToObj(i -> "new " + i).toList());

            assertThatThrownBy(() -> enumerator(unbounded()).resume(positions))
                    .isInstanceOf(DamagedException.class)
                    .hasMessageContaining("Topic '" + topic + "' was deleted and created again")
                    .hasMessageContaining(former)
                    .hasMessageContaining(id());
            broker.admin().deleteTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
            await().until(() -> !broker.admin().listTopics().names().get().contains(topic));
        }
    }

    @Test
    void shouldStopWhenTopicIsGone() throws Exception {
        broker.createTopic(topic, 1);
        List<SourceSplit> start = enumerator(unbounded()).start();
        broker.admin().deleteTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
        assertThatThrownBy(() -> enumerator(unbounded()).resume(start))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("topic '" + topic + "' does not exist any more")
                .hasMessageContaining("Was it deleted");
    }

    /** R06: retention went past the position. */
    @Test
    void shouldStopWhenRecordsWereDeletedBeforeTheyWereRead() throws Exception {
        broker.createTopic(topic, 1);
        plain.writeTo(topic, 0, "a", "b", "c", "d", "e");
        List<SourceSplit> start = enumerator(unbounded()).start();
        try (SourceTask<String> task = new SourceTask<>(unbounded(), topic, start)) {
            List<SourceSplit> positions = task.read(1).positions();
            deleteBefore(4);

            assertThatThrownBy(() -> enumerator(unbounded()).resume(positions))
                    .isInstanceOf(DamagedException.class)
                    .hasMessageContaining("Partition " + topic + "-0")
                    .hasMessageContaining("offset 1 is wanted")
                    .hasMessageContaining("earliest that is left is 4")
                    .hasMessageContaining("up to 3 records");
        }
        // the reader itself stops as well, where records go while it runs
        try (SourceTask<String> task = new SourceTask<>(unbounded(), topic, start)) {
            assertThatThrownBy(() -> task.read(1))
                    .isInstanceOf(DamagedException.class)
                    .hasMessageContaining("Partition " + topic + "-0")
                    .hasMessageContaining("offset 0 is wanted, the earliest that is left is 4");
        }
    }

    @Test
    void shouldStopWhenPartitionIsShorterThanPosition() {
        broker.createTopic(topic, 1);
        plain.writeTo(topic, 0, "a");
        SourceSplit start = enumerator(unbounded()).start().get(0);
        Map<String, String> beyond = new HashMap<>(start.position());
        beyond.put("offset", "7");
        assertThatThrownBy(() -> enumerator(unbounded()).resume(List.of(SourceSplit.of(start.id(), beyond))))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("offset 7 is wanted, but what was read before is there only up to 1");
    }

    /** R06: the opt-in goes on with what is left. */
    @Test
    void shouldGoOnBehindDeletedRecordsWhenItMay() throws Exception {
        broker.createTopic(topic, 1);
        plain.writeTo(topic, 0, "a", "b", "c", "d", "e");
        Source<String> source =
                kafka.source().topics(topic).onLostRecords(LossPolicy.CONTINUE).values(Serdes.string());
        List<SourceSplit> start = enumerator(source).start();
        deleteBefore(3);
        try (SourceTask<String> restored =
                new SourceTask<>(source, topic, enumerator(source).resume(start))) {
            assertThat(restored.read(2).values()).containsExactly("d", "e");
        }
        try (SourceTask<String> running = new SourceTask<>(source, topic, start)) {
            assertThat(running.read(2).values()).containsExactly("d", "e");
        }
    }

    private static TopicPartition partition(String topic, int number) {
        return new TopicPartition(topic, number);
    }

    private List<String> startsAndEnds(KafkaSourceBuilder source) {
        return enumerator(source.topics(topic).values(Serdes.string())).start().stream()
                .map(split ->
                        split.position().get("offset") + ".." + split.position().get("end"))
                .toList();
    }

    /** R13, with a bound by time as well. */
    @Test
    void shouldStartAndEndByTime() throws Exception {
        broker.createTopic(topic, 3);
        plain.writeTo(topic, 0, "old");
        plain.writeTo(topic, 1, "old");
        long last = lastTimestamp();
        await().until(() -> System.currentTimeMillis() > last + 1);
        plain.writeTo(topic, 0, "new");
        Instant between = Instant.ofEpochMilli(last + 1);
        Instant behindAll = Instant.ofEpochMilli(lastTimestamp() + 1);
        assertThat(startsAndEnds(kafka.source().fromTimestamp(between).untilEnd()))
                .containsExactly("1..2", "1..1", "0..0");
        assertThat(startsAndEnds(kafka.source().fromTimestamp(behindAll).untilEnd()))
                .containsExactly("2..2", "1..1", "0..0");
        assertThat(startsAndEnds(kafka.source().untilTimestamp(between))).containsExactly("0..1", "0..1", "0..0");
        assertThat(startsAndEnds(kafka.source().untilTimestamp(behindAll))).containsExactly("0..2", "0..1", "0..0");
    }

    private long lastTimestamp() {
        try (Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            return observer.readToEnd().stream()
                    .mapToLong(ConsumerRecord::timestamp)
                    .max()
                    .orElseThrow();
        }
    }

    @Test
    void shouldStartWhereGroupStandsAndWhereItIsTold() throws Exception {
        broker.createTopic(topic, 2);
        plain.writeTo(topic, 0, "a", "b", "c");
        plain.writeTo(topic, 1, "d");
        broker.admin()
                .alterConsumerGroupOffsets(
                        topic + "-group", Map.of(partition(topic, 0), new OffsetAndMetadata(2, Optional.of(0), "")))
                .all()
                .get(30, TimeUnit.SECONDS);
        assertThat(startsAndEnds(kafka.source().fromGroupOffsets(topic + "-group", MissingOffset.LATEST)))
                .containsExactly("2..null", "1..null");
        assertThat(startsAndEnds(kafka.source().fromGroupOffsets("no-such-group", MissingOffset.EARLIEST)))
                .containsExactly("0..null", "0..null");
        assertThatThrownBy(() -> startsAndEnds(kafka.source().fromGroupOffsets("no-such-group", MissingOffset.FAIL)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("no-such-group");
        Map<TopicPartition, Long> offsets = Map.of(partition(topic, 0), 1L);
        Map<TopicPartition, Long> ends = Map.of(partition(topic, 0), 2L, partition(topic, 1), 1L);
        Source<String> given = kafka.source()
                .topics(topic)
                .fromOffsets(offsets, MissingOffset.LATEST)
                .untilOffsets(ends)
                .values(Serdes.string());
        try (SourceTask<String> task =
                new SourceTask<>(given, topic, enumerator(given).start())) {
            assertThat(task.readToEnd().values()).containsExactly("b");
        }
    }

    /** R14 */
    @Test
    void shouldDeliverRecordsWithoutKeyOrValue() throws Exception {
        broker.createTopic(topic, 1);
        plain.writeKeyed(topic, "tombstone", null);
        plain.writeKeyed(topic, null, "no key");
        plain.writeKeyed(topic, null, null);
        Source<KafkaRecord<String, String>> source =
                kafka.source().topics(topic).untilEnd().records(Serdes.string(), Serdes.string());
        try (SourceTask<KafkaRecord<String, String>> task =
                new SourceTask<>(source, topic, enumerator(source).start())) {
            task.readToEnd();
            assertThat(task.values())
                    .extracting(each -> each.offset() + " " + each.key() + " " + each.value())
                    .containsExactly("0 tombstone null", "1 null no key", "2 null null");
            assertThat(task.offsets()).containsExactly(3L);
        }
    }

    /** R08: control records behind the last record do not keep the lag above zero. */
    @Test
    void shouldPublishEndOfLogWhenAllIsRead() throws Exception {
        broker.createTopic(topic, 2);
        try (TransactionWriter writer = new TransactionWriter(broker.bootstrapServers(), topic)) {
            writer.begin();
            writer.writeTo(topic, 0, "a", "b");
            writer.writeTo(topic, 1, "c");
            writer.commit();
        }
        SplitEnumerator enumerator = enumerator(unbounded());
        try (SourceTask<String> task = new SourceTask<>(unbounded(), topic, enumerator.start())) {
            task.readUntil(() -> task.offsets().equals(List.of(3L, 2L)));
            enumerator.committed(task.positions());
        }
        assertThat(inspector.lag("millrace-" + topic, topic).values()).containsExactly(0L, 0L);
    }

    @Test
    void shouldPublishUnderChosenGroup() throws Exception {
        broker.createTopic(topic, 1);
        plain.writeTo(topic, 0, "a");
        Source<String> source =
                kafka.source().topics(topic).consumerGroup("chosen").values(Serdes.string());
        SplitEnumerator enumerator = enumerator(source);
        try (SourceTask<String> task = new SourceTask<>(source, topic, enumerator.start())) {
            enumerator.committed(task.read(1).positions());
        }
        assertThat(inspector.lag("chosen", topic).values()).containsExactly(0L);
    }

    @Test
    void shouldReadOnlyCommittedRecordsAndWaitForOpenTransaction() throws Exception {
        broker.createTopic(topic, 1);
        try (TransactionWriter writer = new TransactionWriter(broker.bootstrapServers(), topic);
                SourceTask<String> task = new SourceTask<>(
                        unbounded(), topic, enumerator(unbounded()).start())) {
            plain.writeTo(topic, 0, "before");
            writer.begin();
            writer.writeTo(topic, 0, "in doubt");
            plain.writeTo(topic, 0, "behind");
            assertThat(task.read(1).values()).containsExactly("before");
            assertThat(task.offsets()).containsExactly(1L);

            writer.abort();
            assertThat(task.read(2).values()).containsExactly("before", "behind");
        }
    }

    @Test
    void shouldDeliverTombstonesAndNullKeys() throws Exception {
        broker.createTopic(topic, 1);
        plain.writeKeyed(topic, "k", null);
        plain.writeKeyed(topic, null, "v");
        plain.writeKeyed(topic, null, null);
        Source<KeyValue<String, String>> pairs =
                kafka.source().topics(topic).untilEnd().keyValues(Serdes.string(), Serdes.string());
        try (SourceTask<KeyValue<String, String>> task =
                new SourceTask<>(pairs, topic, enumerator(pairs).start())) {
            assertThat(task.readToEnd().values())
                    .containsExactly(new KeyValue<>("k", null), new KeyValue<>(null, "v"), new KeyValue<>(null, null));
        }
    }

    @Test
    void shouldNameTopicPartitionAndOffsetWhenRecordCannotBeRead() throws Exception {
        broker.createTopic(topic, 2);
        plain.writeTo(topic, 1, "12345678", "not eight bytes");
        Source<Long> numbers = kafka.source(topic, Serdes.longs());
        try (SourceTask<Long> task =
                new SourceTask<>(numbers, topic, enumerator(numbers).start())) {
            task.read(1);
            assertThatThrownBy(() -> task.read(2))
                    .isInstanceOf(SerdeException.class)
                    .hasMessageContaining("topic '" + topic + "', partition 1, offset 1");
            assertThat(task.offsets()).containsExactly(0L, 1L);
        }
    }

    @Test
    void shouldLoseNothingWhenWokenAllTheTime() throws Exception {
        broker.createTopic(topic, 2);
        int count = 20_000;
        plain.write(topic, IntStream.range(0, count).mapToObj(Integer::toString).toList());
        try (SourceTask<String> task =
                new SourceTask<>(unbounded(), topic, enumerator(unbounded()).start())) {
            Thread waker = new Thread(() -> {
                while (!Thread.interrupted()) {
                    task.reader().wakeup();
                }
            });
            waker.start();
            try {
                assertThat(task.read(count).values()).doesNotHaveDuplicates().hasSize(count);
            } finally {
                waker.interrupt();
                waker.join();
            }
        }
    }

    @Test
    void shouldRefuseStartWhenTopicsAreMissing() {
        broker.createTopic(topic, 1);
        Source<String> source =
                kafka.source().topics(topic, "missing-b", "missing-a").values(Serdes.string());
        assertThatThrownBy(() -> enumerator(source).start())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[missing-a, missing-b]")
                .hasMessageContaining("kafka-topics.sh --bootstrap-server " + broker.bootstrapServers());
    }

    @Test
    void shouldRefuseStartWhenSettingDoesNotWork() {
        Source<String> source = kafka.setting("max.poll.records", "many").source(topic, Serdes.string());
        assertThatThrownBy(() -> enumerator(source).check())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("max.poll.records");
    }

    private String id() throws Exception {
        return broker.admin()
                .describeTopics(List.of(topic))
                .allTopicNames()
                .get(30, TimeUnit.SECONDS)
                .get(topic)
                .topicId()
                .toString();
    }

    private void deleteBefore(long offset) throws Exception {
        broker.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(offset)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }
}
