package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Collector;
import io.millrace.api.Job;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.api.ProcessContext;
import io.millrace.api.RestartStrategy;
import io.millrace.api.Serde;
import io.millrace.serde.Serdes;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** User code that fails, blocks, or asks for what cannot work (T04, T06, O02). */
class UserCodeIT {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private static EmbeddedKafka kafka;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    private static JobOptions options(Scenario scenario) {
        return scenario.options(Probe.NONE).restart(RestartStrategy.none());
    }

    @Test
    void shouldFailNamingTheRecordWhenKeyIsNullT06() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(40);
            scenario.writer().writeTo(scenario.input(), 3, "no key");
            Pipeline pipeline = Echo.pipeline(
                    scenario, line -> line, line -> line.equals("no key") ? null : line, Echo.Function::new);

            // when
            Job job = scenario.start(pipeline, options(scenario));
            job.await(BOUND);

            // then: 10 records before it in the partition
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.failure().orElseThrow())
                    .hasStackTraceContaining(scenario.input() + "-3@10")
                    .hasStackTraceContaining("null");
            assertThat(scenario.visible()).isLessThanOrEqualTo(40);
        }
    }

    @Test
    void shouldFailNamingTheRecordWhenUserFunctionThrows() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(40);
            scenario.writer().writeTo(scenario.input(), 2, "not a number");
            Pipeline pipeline = Echo.pipeline(
                    scenario,
                    line -> line.startsWith("not") ? Long.toString(Long.parseLong(line)) : line,
                    line -> line,
                    Echo.Function::new);

            // when
            Job job = scenario.start(pipeline, options(scenario));
            job.await(BOUND);

            // then
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.failure().orElseThrow())
                    .hasRootCauseInstanceOf(NumberFormatException.class)
                    .hasStackTraceContaining(scenario.input() + "-2@10");
        }
    }

    @Test
    void shouldRejectKeysWithoutContentEqualityT04() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            var lines = Pipeline.named(scenario.job())
                    .from("lines", WordCount.kafka(scenario.config()).source(scenario.input(), Serdes.string()));

            // when, then
            assertThatThrownBy(() -> lines.keyBy(line -> line.getBytes(StandardCharsets.UTF_8), Serdes.bytes()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("byte[]");
            assertThatThrownBy(() -> lines.keyBy(line -> new int[] {line.length()}, new IntsSerde()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("int[]");
        }
    }

    private static final class IntsSerde implements Serde<int[]> {

        @Override
        public byte[] serialize(int[] value) {
            return new byte[] {(byte) value[0]};
        }

        @Override
        public int[] deserialize(byte[] bytes) {
            return new int[] {bytes[0]};
        }

        @Override
        public Class<?> type() {
            return int[].class;
        }
    }

    @Test
    void shouldReportTheFirstCauseAndCloseAllWhenCloseThrowsTooO02() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(100);
            Pipeline pipeline = Echo.pipeline(scenario, line -> line, line -> line, () -> new Echo.Function() {
                @Override
                public void process(String value, ProcessContext<String> context, Collector<String> out) {
                    throw new IllegalStateException("process failed");
                }

                @Override
                public void close() {
                    closed.incrementAndGet();
                    throw new IllegalStateException("close failed");
                }
            });

            // when
            Job job = scenario.start(pipeline, options(scenario).parallelism(2));
            job.await(BOUND);

            // then
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.failure().orElseThrow()).rootCause().hasMessageContaining("process failed");
            assertThat(job.failure().orElseThrow()).hasStackTraceContaining("close failed");
            assertThat(closed).hasValue(2);
        }
    }

    @Test
    void shouldFailInBoundWhenUserCodeBlocksAndSwallowsInterruptsO02() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(1);
            Pipeline pipeline = Echo.pipeline(
                    scenario,
                    line -> {
                        entered.countDown();
                        while (released.getCount() > 0) {
                            try {
                                released.await();
                            } catch (InterruptedException swallowed) {
                                // as bad code does
                            }
                        }
                        return line;
                    },
                    line -> line,
                    Echo.Function::new);
            Job job = scenario.start(pipeline, options(scenario).cancelTimeout(Duration.ofSeconds(2)));
            entered.await();

            // when
            job.close();

            // then
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.failure().orElseThrow()).hasMessageContaining("did not end within");
        } finally {
            released.countDown();
        }
    }
}
