package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.api.Job;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.api.RestartStrategy;
import io.millrace.kafka.Kafka;
import io.millrace.serde.Serdes;
import io.millrace.testkit.KafkaProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Two jobs in one JVM that restart again and again: what each attempt opened is gone when it ends. */
@EnabledOnOs(OS.LINUX) // descriptors are counted in /proc
class FlatRestartsIT {

    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int RESTARTS_TO_WARM_UP = 3;
    private static final int RESTARTS = 25;

    private static KafkaProcesses kafka;

    @TempDir
    private Path directory;

    /** In a process of its own, so that its threads and sockets are not counted. */
    @BeforeAll
    static void startKafka() {
        kafka = KafkaProcesses.start(1);
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    /** Two sources and two sinks on one cluster, and a function that throws when it is told to. */
    private static Pipeline pipeline(Scenario scenario, AtomicBoolean failing) {
        Kafka cluster = Kafka.at(kafka.bootstrapServers());
        Pipeline pipeline = Pipeline.named(scenario.job());
        var lines = pipeline.from("a", cluster.source(scenario.input(), Serdes.string()))
                .union(pipeline.from("b", cluster.source(scenario.input(), Serdes.string())))
                .map(line -> {
                    if (failing.get()) {
                        throw new IllegalStateException("told to");
                    }
                    return KeyValue.of(line, line);
                });
        lines.to("out-a", cluster.sink(scenario.output(0), Serdes.string(), Serdes.string()));
        lines.to("out-b", cluster.sink(scenario.output(1), Serdes.string(), Serdes.string()));
        return pipeline;
    }

    /** What this JVM holds. */
    private record Held(Map<String, Long> threads, long sockets, long descriptors, long beans) {

        static Held now() {
            Map<String, Long> threads = Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(name -> name.startsWith("kafka-") || name.contains("wc-"))
                    .map(name ->
                            name.replaceFirst("/(?!events).*", "/...")) // pools name their threads after what they do
                    .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
            List<String> open = targets();
            return new Held(
                    threads,
                    open.stream().filter(target -> target.startsWith("socket:")).count(),
                    open.stream().filter(target -> !target.endsWith(".jar")).count(),
                    countBeans());
        }

        private static List<String> targets() {
            try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
                return all.map(Held::target).filter(Objects::nonNull).toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String target(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString();
            } catch (IOException closedMeanwhile) {
                return null;
            }
        }

        private static long countBeans() {
            try {
                return ManagementFactory.getPlatformMBeanServer()
                        .queryNames(new ObjectName("kafka.*:*"), null)
                        .size();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        /** How many threads a pool keeps for a while goes by how many calls happened to overlap. */
        private static long most(String name, Held bound) {
            return bound.threads.getOrDefault(name, 0L) + (name.startsWith("wc-") ? RESTARTS / 3 : 0);
        }

        boolean isWithin(Held bound) {
            return threads.entrySet().stream().allMatch(entry -> entry.getValue() <= most(entry.getKey(), bound))
                    && sockets <= bound.sockets
                    && descriptors <= bound.descriptors
                    && beans <= bound.beans;
        }
    }

    @Test
    void shouldHoldNoMoreAfterFiftyRestartsThanBefore() throws Exception {
        ListAppender<ILoggingEvent> clashes = new ListAppender<>();
        clashes.start();
        Logger logger = (Logger) LoggerFactory.getLogger("org.apache.kafka");
        logger.addAppender(clashes);
        try (Scenario one = Scenario.withOutputs(2, kafka, directory.resolve("one"));
                Scenario other = Scenario.withOutputs(2, kafka, directory.resolve("other"))) {
            // given
            AtomicBoolean failing = new AtomicBoolean();
            one.feed().start();
            other.feed().start();
            Job first = one.start(pipeline(one, failing), options(one));
            Job second = other.start(pipeline(other, failing), options(other));
            List<CheckpointLog> logs = List.of(CheckpointLog.of(first), CheckpointLog.of(second));
            restart(logs, failing, RESTARTS_TO_WARM_UP);
            Held before = Held.now();

            // when
            restart(logs, failing, RESTARTS);

            // then
            await().atMost(BOUND)
                    .untilAsserted(
                            () -> assertThat(Held.now()).matches(now -> now.isWithin(before), "within " + before));
            assertThat(clashes.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .as("names of clients that were registered twice")
                    .noneMatch(message -> message.contains("mbean"));
            first.close();
            second.close();
            assertThat(Leftovers.find())
                    .noneMatch(thread -> thread.contains(one.job()) || thread.contains(other.job()));
        } finally {
            logger.detachAppender(clashes);
        }
    }

    private static JobOptions options(Scenario scenario) {
        return scenario.options(Probe.NONE)
                .parallelism(1)
                .restart(RestartStrategy.fixedDelay(Integer.MAX_VALUE, Duration.ofMillis(1)));
    }

    /** Lets both jobs restart so often, and returns when both run and commit again. */
    private static void restart(List<CheckpointLog> logs, AtomicBoolean failing, int times) {
        failing.set(true);
        logs.forEach(log -> log.awaitRestarts(log.restarts().size() + times));
        failing.set(false);
        logs.forEach(log -> log.awaitState(JobState.RUNNING));
        logs.forEach(log -> log.awaitMoreCommitted(3));
    }
}
