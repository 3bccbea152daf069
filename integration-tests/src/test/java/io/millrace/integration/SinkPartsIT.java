package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.api.RecordErrorPolicy;
import io.millrace.kafka.DeliveryGuarantee;
import io.millrace.kafka.Kafka;
import io.millrace.kafka.KafkaRecordSerializer;
import io.millrace.serde.Serdes;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sinks write, and what they promise, over a real broker. */
class SinkPartsIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka broker;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        broker = EmbeddedKafka.start();
    }

    @AfterAll
    static void stopKafka() {
        broker.close();
    }

    private static List<ConsumerRecord<String, String>> read(String topic) {
        try (Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            return observer.readToEnd();
        }
    }

    @Test
    void shouldWriteEveryPartOfARecordToTheTopicThatItNames() throws Exception {
        try (Scenario scenario = Scenario.in(broker, directory)) {
            // given: one country has no topic
            broker.createTopic(scenario.job() + "-dk", 3);
            broker.createTopic(scenario.job() + "-se", 2);
            scenario.writer().writeTo(scenario.input(), 0, "dk one", "se two", "xx three", "dk four");
            Kafka kafka = WordCount.kafka(scenario.config());
            Pipeline pipeline = Pipeline.named(scenario.job());
            pipeline.from(
                            "lines",
                            kafka.source().topics(scenario.input()).untilEnd().values(Serdes.string()))
                    .to(
                            "out",
                            kafka.sink()
                                    .records(KafkaRecordSerializer.of(
                                                    (String line) -> line.substring(0, 2),
                                                    Serdes.string(),
                                                    line -> line,
                                                    Serdes.string())
                                            .toTopic(line -> scenario.job() + "-" + line.substring(0, 2))
                                            .toPartition((line, partitions) -> partitions - 1)
                                            .withHeaders(line -> List.of(new RecordHeader(
                                                    "length",
                                                    Integer.toString(line.length())
                                                            .getBytes(StandardCharsets.UTF_8))))
                                            .withTimestamp(line -> 1_000L + line.length())))
                    .onRecordError(RecordErrorPolicy.skip());

            // when
            Job job = scenario.start(pipeline, scenario.options(Probe.NONE));
            job.await(BOUND);

            // then
            assertThat(job.state()).isEqualTo(JobState.FINISHED);
            assertThat(read(scenario.job() + "-dk"))
                    .extracting(
                            ConsumerRecord::value,
                            ConsumerRecord::key,
                            ConsumerRecord::partition,
                            found -> new String(
                                    found.headers().lastHeader("length").value(), StandardCharsets.UTF_8),
                            ConsumerRecord::timestamp)
                    .containsExactly(tuple("dk one", "dk", 2, "6", 1006L), tuple("dk four", "dk", 2, "7", 1007L));
            assertThat(read(scenario.job() + "-se"))
                    .extracting(ConsumerRecord::value, ConsumerRecord::partition)
                    .containsExactly(tuple("se two", 1));
        }
    }

    @Test
    void shouldCommitCheckpointsOnTheSourcesClusterWhenNoSinkIsTransactional() throws Exception {
        try (Scenario scenario = Scenario.withOutputs(2, broker, directory)) {
            // given
            scenario.writer().writeTo(scenario.input(), 0, "a", "b", "c");
            Kafka kafka = WordCount.kafka(scenario.config());
            Pipeline pipeline = Pipeline.named(scenario.job());
            var lines = pipeline.from(
                    "lines", kafka.source().topics(scenario.input()).untilEnd().values(Serdes.string()));
            lines.to(
                    "at-least-once",
                    kafka.sink()
                            .topic(scenario.output(0))
                            .guarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                            .values(Serdes.string()));
            lines.to(
                    "none",
                    kafka.sink()
                            .topic(scenario.output(1))
                            .guarantee(DeliveryGuarantee.NONE)
                            .values(Serdes.string()));

            // when
            Job job = scenario.start(pipeline, scenario.options(Probe.NONE));
            job.await(BOUND);

            // then
            assertThat(job.state()).isEqualTo(JobState.FINISHED);
            assertThat(read(scenario.output(0)))
                    .extracting(ConsumerRecord::value)
                    .containsExactlyInAnyOrder("a", "b", "c");
            assertThat(read(scenario.output(1)))
                    .extracting(ConsumerRecord::value)
                    .containsExactlyInAnyOrder("a", "b", "c");
            assertThat(read("millrace-" + scenario.job() + "-commits")).isNotEmpty();
        }
    }
}
