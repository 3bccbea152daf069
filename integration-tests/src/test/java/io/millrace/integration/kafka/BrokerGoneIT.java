package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.api.Source;
import io.millrace.kafka.Kafka;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SplitEnumerator;
import io.millrace.testkit.KafkaProcesses;
import io.millrace.testkit.Observer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the connector does while the broker is frozen or dead: every call is bounded, nothing is left over. */
class BrokerGoneIT {

    private static final Duration CLOSE_BOUND = Duration.ofSeconds(20);

    private KafkaProcesses brokers;
    private Kafka kafka;

    @BeforeEach
    void start() {
        brokers = KafkaProcesses.start(1);
        brokers.createTopic("out", 2);
        kafka = Kafka.at(brokers.bootstrapServers())
                .setting("max.block.ms", 1000)
                .setting("admin.default.api.timeout.ms", 5000);
    }

    @AfterEach
    void stop() {
        brokers.close();
    }

    /** S24: the same commit call is made again until the brokers answer. */
    @Test
    void shouldCommitOnceWhenBrokerIsFrozenDuringCommit() throws Exception {
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, "frozen", "out")) {
            attempt.write("a");
            attempt.prepare(1).get(30, TimeUnit.SECONDS);

            brokers.freeze(1);
            CompletableFuture<Void> commit =
                    CompletableFuture.runAsync(() -> attempt.log().commit(attempt.entry(1)));
            assertThat(commit)
                    .as("still trying after several timeouts")
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableOfType(TimeoutException.class);
            brokers.thaw(1);

            commit.get(60, TimeUnit.SECONDS);
            attempt.writer().committed(1);
            attempt.write("b");
            attempt.checkpoint(2);
            attempt.log().awaitVisible();
            assertThat(attempt.failures()).isEmpty();
        }
        assertThat(visible()).containsExactlyInAnyOrder("a", "b");
    }

    /** S02: closing while a commit hangs is bounded, takes nothing back and leaves no thread behind. */
    @Test
    void shouldEndWithinBoundAndDecideOneWayWhenClosedWhileCommitHangs() throws Exception {
        SinkAttempt attempt = SinkAttempt.takeOver(kafka, "hanging", "out");
        attempt.write("a");
        attempt.prepare(1).get(30, TimeUnit.SECONDS);
        brokers.freeze(1);
        CompletableFuture<Void> commit =
                CompletableFuture.runAsync(() -> attempt.log().commit(attempt.entry(1)));
        await().pollDelay(Duration.ofSeconds(2)).until(() -> !commit.isDone());

        long start = System.nanoTime();
        attempt.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(CLOSE_BOUND);
        assertThatThrownBy(() -> commit.get(10, TimeUnit.SECONDS))
                .hasMessageContaining("The next attempt looks into the commit log");
        await().atMost(Duration.ofSeconds(10)).until(() -> threadsOf("hanging").isEmpty());

        brokers.thaw(1);
        try (SinkAttempt next = SinkAttempt.takeOver(kafka, "hanging", "out")) {
            boolean committed =
                    next.found().lastCommit().map(LogEntry.Commit::checkpointId).isPresent();
            assertThat(visible()).isEqualTo(committed ? List.of("a") : List.of());
        }
    }

    @Test
    void shouldEndWithinBoundWhenBrokerDied() throws Exception {
        Source<String> source = kafka.source("out", Serdes.string());
        SplitEnumerator enumerator = Connectors.source(source).openEnumerator(TestOperator.of("dead", "in"));
        SourceTask<String> task = new SourceTask<>(source, "dead", enumerator.start());
        SinkAttempt attempt = SinkAttempt.takeOver(kafka, "dead", "out");
        attempt.write("a");
        task.reader().awaitInput(Duration.ofMillis(200));
        brokers.kill(1);
        attempt.write("b");

        long start = System.nanoTime();
        enumerator.committed(task.positions());
        task.close();
        enumerator.close();
        attempt.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(CLOSE_BOUND);
        await().atMost(Duration.ofSeconds(10)).until(() -> threadsOf("dead").isEmpty());
    }

    private List<String> visible() {
        try (Observer observer = new Observer(brokers.bootstrapServers(), "out")) {
            return observer.readToEnd().stream().map(ConsumerRecord::value).toList();
        }
    }

    private static List<String> threadsOf(String job) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.contains("millrace-" + job))
                .toList();
    }
}
