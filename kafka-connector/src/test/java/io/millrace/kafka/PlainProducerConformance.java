package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** What the connector takes for granted of producers without transactions; part of {@link KafkaConformance}. */
interface PlainProducerConformance {

    ConformanceCluster cluster();

    ConformanceClients clients();

    /** A partition of the case's own topic. */
    TopicPartition output();

    private ProducerRecord<byte[], byte[]> record(String value) {
        return new ProducerRecord<>(output().topic(), output().partition(), null, value.getBytes(UTF_8));
    }

    private void send(Producer<byte[], byte[]> producer, String... values) {
        for (String value : values) {
            var unused = producer.send(record(value));
        }
        producer.flush();
    }

    @Test
    default void shouldShowRecordsAtOnceWhenTheyBelongToNoTransaction() {
        Producer<byte[], byte[]> idempotent = clients().idempotent();

        send(idempotent, "a", "b");

        assertThat(clients().lastStableOffset(output())).isEqualTo(2);
        assertThat(clients().highWatermark(output())).as("there is no marker").isEqualTo(2);
        assertThat(clients().committed(output(), 2)).containsExactly("a", "b");
    }

    @Test
    default void shouldShowRecordsWhenNobodyWaitsForFollowers() {
        Producer<byte[], byte[]> careless = clients().careless();

        send(careless, "a", "b");

        cluster().await("the followers have them", () -> clients().highWatermark(output()) == 2);
        assertThat(clients().committed(output(), 2)).containsExactly("a", "b");
    }

    @Test
    default void shouldGoOnBehindAbortedAndCommittedTransactions() {
        Producer<byte[], byte[]> plain = clients().idempotent();
        send(plain, "before");
        Producer<byte[], byte[]> transactional = clients().fence(output().topic(), Duration.ofSeconds(60));
        transactional.beginTransaction();
        send(transactional, "open");
        send(plain, "behind");
        assertThat(clients().lastStableOffset(output()))
                .as("an open transaction hides what is behind it")
                .isEqualTo(1);

        transactional.abortTransaction();
        cluster().await("it is aborted", () -> clients().lastStableOffset(output()) == 4);
        send(plain, "after");

        assertThat(clients().committed(output(), 5)).containsExactly("before", "behind", "after");
    }

    @Test
    default void shouldAcknowledgeInOrderWhenNoTransactionIsThere() {
        for (Producer<byte[], byte[]> producer :
                List.of(clients().idempotent(), clients().careless())) {
            List<Long> offsets = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                var unused = producer.send(record("v" + i), (metadata, error) -> offsets.add(metadata.offset()));
            }
            producer.flush();
            assertThat(offsets).hasSize(50).isSorted();
        }
        cluster().await("the followers have them", () -> clients().highWatermark(output()) == 100);
    }

    @Test
    default void shouldRefuseTransactionalCallsWhenThereIsNoTransactionalId() {
        Producer<byte[], byte[]> plain = clients().idempotent();
        assertThatThrownBy(plain::initTransactions).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(plain::beginTransaction).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(plain::commitTransaction).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(plain::abortTransaction).isInstanceOf(IllegalStateException.class);
        send(plain, "a");
        assertThat(clients().committed(output(), 1)).containsExactly("a");
    }

    @Test
    default void shouldGoOnWithoutTransactionWhenOneRecordIsTooLarge() {
        Producer<byte[], byte[]> plain = clients().idempotent();
        List<Exception> told = new ArrayList<>();
        Future<RecordMetadata> refused = plain.send(
                new ProducerRecord<>(output().topic(), 0, null, new byte[2_000_000]),
                (metadata, error) -> told.add(error));

        assertThatThrownBy(refused::get).hasCauseInstanceOf(RecordTooLargeException.class);
        assertThat(told).hasSize(1);
        send(plain, "after");
        assertThat(clients().committed(output(), 1)).containsExactly("after");
    }

    @Test
    default void shouldFailRecordWhenItsTopicIsMissing() {
        Producer<byte[], byte[]> plain = clients().idempotent();
        List<Exception> told = new ArrayList<>();
        Future<RecordMetadata> failed = plain.send(
                new ProducerRecord<>(output().topic() + "-missing", new byte[0]), (metadata, error) -> told.add(error));
        assertThatThrownBy(failed::get).hasCauseInstanceOf(TimeoutException.class);
        assertThat(told).hasSize(1);
    }

    @Test
    default void shouldSendWhatLingersWhenClosedInGoodOrder() {
        for (Producer<byte[], byte[]> producer :
                List.of(clients().idempotent(), clients().careless())) {
            Future<RecordMetadata> sent = producer.send(record("a"));
            producer.close(Duration.ofSeconds(10));
            assertThat(sent).isDone();
            assertThatThrownBy(() -> producer.send(record("late"))).isInstanceOf(IllegalStateException.class);
        }
        cluster().await("both are there", () -> clients().highWatermark(output()) == 2);
    }

    @Test
    default void shouldFailWhatLingersWhenDropped() {
        Producer<byte[], byte[]> plain = clients().careless();
        Future<RecordMetadata> sent = plain.send(record("a"));
        plain.close(Duration.ZERO);
        assertThatThrownBy(sent::get).hasCauseInstanceOf(Exception.class);
        assertThat(clients().highWatermark(output())).isZero();
    }

    @Test
    default void shouldTellPartitionsOfTopic() {
        for (Producer<byte[], byte[]> producer :
                List.of(clients().idempotent(), clients().fence(output().topic(), Duration.ofSeconds(60)))) {
            List<PartitionInfo> found = producer.partitionsFor(output().topic());
            assertThat(found).extracting(PartitionInfo::partition).containsExactlyInAnyOrder(0, 1);
            assertThat(found).allSatisfy(each -> assertThat(each.leader()).isNotNull());
        }
    }

    @Test
    default void shouldNotTellPartitionsWhenTopicIsMissing() {
        Producer<byte[], byte[]> plain = clients().idempotent();
        assertThatThrownBy(() -> plain.partitionsFor(output().topic() + "-missing"))
                .isInstanceOf(TimeoutException.class);
    }
}
