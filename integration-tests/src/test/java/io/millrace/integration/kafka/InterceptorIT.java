package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Source;
import io.millrace.kafka.Kafka;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.SplitEnumerator;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import io.millrace.testkit.TransactionWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Interceptors of the user see what passes, and cannot bring the job to a halt or change what it decides. */
class InterceptorIT {

    private static EmbeddedKafka broker;

    @BeforeAll
    static void start() {
        broker = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    /** Hands records on with a constructor that leaves out where the consumer reads next. */
    public static final class Forgetful implements ConsumerInterceptor<byte[], byte[]> {

        @Override
        @SuppressWarnings("deprecation") // which is the point
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> all = new HashMap<>();
            records.partitions().forEach(partition -> all.put(partition, records.records(partition)));
            return new ConsumerRecords<>(all);
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Puts an envelope around every value, also around those that are none of its business. */
    public static final class Enveloping implements ProducerInterceptor<byte[], byte[]> {

        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> output) {
            return new ProducerRecord<>(
                    output.topic(), output.partition(), output.key(), (new String(output.value()) + "!").getBytes());
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception failure) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** R01 */
    @Test
    void shouldReachEndOverMarkersWhenInterceptorHidesWhereTheConsumerIs() throws Exception {
        // given
        broker.createTopic("in", 2);
        try (TransactionWriter writer = new TransactionWriter(broker.bootstrapServers(), "in")) {
            writer.begin();
            writer.writeTo("in", 0, "committed");
            writer.commit();
            writer.begin();
            writer.writeTo("in", 0, "aborted");
            writer.writeTo("in", 1, "aborted too");
            writer.abort();
        }
        Source<String> source = Kafka.at(broker.bootstrapServers())
                .setting("consumer.interceptor.classes", Forgetful.class.getName())
                .source()
                .topics("in")
                .untilEnd()
                .values(Serdes.string());

        // when
        try (SplitEnumerator enumerator =
                        Connectors.source(source).openEnumerator(TestOperator.of("interceptors", "in"));
                SourceTask<String> task = new SourceTask<>(source, "interceptors", enumerator.start())) {
            task.readToEnd();

            // then
            assertThat(task.values()).containsExactly("committed");
            assertThat(task.offsets()).containsExactly(4L, 2L);
        }
    }

    @Test
    void shouldNotCommitWhenInterceptorChangesTheEntry() {
        // given
        broker.createTopic("out", 1);
        Kafka kafka =
                Kafka.at(broker.bootstrapServers()).setting("producer.interceptor.classes", Enveloping.class.getName());

        // when
        assertThatThrownBy(() -> SinkAttempt.takeOver(kafka, "enveloped", "out"))
                .hasMessageContaining("no commit was tried")
                .hasMessageContaining("a producer interceptor changed it");

        // then
        try (Observer observer = new Observer(broker.bootstrapServers(), "millrace-enveloped-commits")) {
            assertThat(observer.readToEnd()).isEmpty();
        }
    }
}
