package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** An observer, the writers and the inspector over one embedded broker; each test has its own topic. */
@Timeout(60)
class ObserverTest {
    private static EmbeddedKafka kafka;

    private String topic;
    private ClusterInspector inspector;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void closeKafka() {
        kafka.close();
    }

    @BeforeEach
    void createTopic(TestInfo test) {
        topic = test.getTestMethod().orElseThrow().getName();
        kafka.createTopic(topic, 2);
        inspector = new ClusterInspector(kafka.admin());
    }

    @Test
    void shouldSeeCommittedRecordsOnlyWhenOthersAreAbortedOrOpen() {
        try (TransactionWriter writer = transaction("first");
                TransactionWriter open = transaction("second");
                Observer observer = observer()) {
            // given
            writer.begin();
            writer.write(topic, List.of("committed-1", "committed-2"));
            writer.commit();
            writer.begin();
            writer.write(topic, List.of("aborted-1", "aborted-2"));
            writer.abort();
            open.begin();
            open.writeTo(topic, 0, "open");

            // when
            List<ConsumerRecord<String, String>> seen = observer.readToEnd();

            // then
            assertThat(seen).extracting(ConsumerRecord::value).containsExactlyInAnyOrder("committed-1", "committed-2");
        }
    }

    @Test
    void shouldSeeOpenRecordsWhenTheirTransactionIsCommitted() {
        try (TransactionWriter writer = transaction("late");
                Observer observer = observer()) {
            // given
            writer.begin();
            writer.writeTo(topic, 1, "late");
            assertThat(observer.readToEnd()).isEmpty();

            // when
            writer.commit();

            // then
            assertThat(observer.awaitRecords(seen -> seen.size() == 1, Duration.ofSeconds(10)))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("late");
        }
    }

    @Test
    void shouldReachEndWhenPartitionHoldsAbortedRecordsOnly() {
        try (TransactionWriter writer = transaction("aborting");
                Observer observer = observer()) {
            // given
            writer.begin();
            writer.writeTo(topic, 0, "aborted");
            writer.abort();

            // when
            var seen = observer.readToEnd(Duration.ofSeconds(10));

            // then
            assertThat(seen).isEmpty();
        }
    }

    @Test
    void shouldSayWhatItHasReadWhenRecordsDoNotCome() {
        try (TopicWriter writer = new TopicWriter(kafka.bootstrapServers());
                Observer observer = observer()) {
            // given
            writer.writeTo(topic, 0, "only one");

            // when, then
            assertThatExceptionOfType(TestkitException.class)
                    .isThrownBy(() -> observer.awaitRecords(seen -> seen.size() == 2, Duration.ofSeconds(1)))
                    .withMessageContaining("has read 1, the last of them " + topic + "-0@0: null = only one");
        }
    }

    @Test
    void shouldReadAddedPartitionsWhenTopicGrows() {
        try (TopicWriter writer = new TopicWriter(kafka.bootstrapServers());
                Observer observer = observer()) {
            // given
            writer.writeTo(topic, 0, "before");
            observer.readToEnd();
            Await.answer(
                    "add a partition",
                    kafka.admin()
                            .createPartitions(Map.of(topic, NewPartitions.increaseTo(3)))
                            .all());
            Await.until(
                    "the new partition",
                    Duration.ofSeconds(10),
                    () -> inspector.highWatermarks(topic).size() == 3);

            // when
            try (TopicWriter fresh = new TopicWriter(kafka.bootstrapServers())) {
                fresh.writeTo(topic, 2, "after");
            }

            // then
            assertThat(observer.readToEnd()).extracting(ConsumerRecord::value).containsExactly("before", "after");
        }
    }

    @Test
    void shouldHandOutRawRecordsAndNullsWhenAskedFor() {
        try (TopicWriter writer = new TopicWriter(kafka.bootstrapServers());
                Observer observer = observer()) {
            // given
            writer.writeKeyed(topic, "key", null);
            writer.writeKeyed(topic, "key", "wörter");

            // when
            var seen = observer.readToEnd();

            // then
            assertThat(seen).extracting(ConsumerRecord::key).containsExactly("key", "key");
            assertThat(seen).extracting(ConsumerRecord::value).containsExactly(null, "wörter");
            assertThat(observer.rawRecords().get(1).value()).isEqualTo("wörter".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldTellOpenTransactionsFromIdsWhenInspected() {
        try (TransactionWriter abandoned = transaction("abandoned");
                TransactionWriter finished = transaction("finished")) {
            // given
            finished.begin();
            finished.writeTo(topic, 0, "done");
            finished.commit();
            abandoned.begin();
            abandoned.writeTo(topic, 0, "left", "open");

            // when
            abandoned.abandon();

            // then
            assertThat(inspector.transactionalIds()).contains(topic + "-abandoned", topic + "-finished");
            assertThat(inspector.openTransactions()).contains(topic + "-abandoned");
            assertThat(stable(0)).isEqualTo(2);
            assertThat(written(0)).isEqualTo(4);
        }

        // when: its id is taken over
        transaction("abandoned").close();

        // then
        inspector.awaitNoOpenTransaction(topic + "-abandoned", Duration.ofSeconds(10));
        assertThat(stable(0)).isEqualTo(5);
    }

    @Test
    void shouldSeeBehindAbandonedTransactionWhenItsTimeoutHasPassed() {
        try (TransactionWriter abandoned =
                        new TransactionWriter(kafka.bootstrapServers(), topic, Duration.ofSeconds(1));
                TopicWriter writer = new TopicWriter(kafka.bootstrapServers());
                Observer observer = observer()) {
            // given
            abandoned.begin();
            abandoned.writeTo(topic, 0, "abandoned");
            writer.writeTo(topic, 0, "behind");
            assertThat(observer.readToEnd()).isEmpty();

            // when
            abandoned.abandon();

            // then
            assertThat(observer.awaitRecords(seen -> !seen.isEmpty(), Duration.ofSeconds(20)))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("behind");
        }
    }

    @Test
    void shouldTellLagWhenGroupHasCommittedOffsets() throws Exception {
        // given
        try (TopicWriter writer = new TopicWriter(kafka.bootstrapServers())) {
            writer.writeTo(topic, 0, "1", "2", "3");
            writer.writeTo(topic, 1, "4");
        }
        var partition = new TopicPartition(topic, 0);

        // when
        kafka.admin()
                .alterConsumerGroupOffsets("group-of-" + topic, Map.of(partition, new OffsetAndMetadata(2)))
                .all()
                .get();

        // then
        assertThat(inspector.committedOffsets("group-of-" + topic)).isEqualTo(Map.of(partition, 2L));
        assertThat(inspector.lag("group-of-" + topic, topic).values()).containsExactly(1L, 1L);
    }

    @Test
    void shouldSaySoWhenTopicExistsAlready() {
        assertThatExceptionOfType(TestkitException.class)
                .isThrownBy(() -> kafka.createTopic(topic, 1))
                .withMessageContaining("Could not create topic " + topic)
                .withMessageContaining("exists");
    }

    private long stable(int partition) {
        return inspector.lastStableOffsets(topic).get(new TopicPartition(topic, partition));
    }

    private long written(int partition) {
        return inspector.highWatermarks(topic).get(new TopicPartition(topic, partition));
    }

    private TransactionWriter transaction(String name) {
        return new TransactionWriter(kafka.bootstrapServers(), topic + "-" + name);
    }

    private Observer observer() {
        return new Observer(kafka.bootstrapServers(), topic);
    }
}
