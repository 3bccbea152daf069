package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.kafka.Kafka;
import io.millrace.spi.LogEntry;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A commit that races the takeover by a successor ends one way or the other, and both sides agree on which. */
class TakeoverRaceIT {

    private static final int RACES = 100;
    private static final int JITTER_MILLIS = 10;
    private static final int STEP_MILLIS = 5;

    /** S05, S23: each race's output is visible exactly if its commit is in the log that the successor read. */
    @ParameterizedTest
    @ValueSource(longs = 4711)
    void shouldAgreeOnCommitWhenTakeoverRacesIt(long seed) throws Exception {
        // given
        Random random = new Random(seed);
        List<String> inLog = new ArrayList<>();
        int returned = 0;
        int commitDelayMillis = 50; // follows the time that the successor takes to fence
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (EmbeddedKafka broker = EmbeddedKafka.start()) {
            broker.createTopic("raced", 3);
            Kafka kafka = Kafka.at(broker.bootstrapServers());
            SinkAttempt owner = SinkAttempt.takeOver(kafka, "race", "raced");

            for (int race = 1; race <= RACES; race++) {
                // when
                SinkAttempt committing = owner;
                LogEntry.Commit entry = committing.entry(race);
                committing.write("race " + race);
                committing.prepare(race).get(30, TimeUnit.SECONDS);
                SinkAttempt.Candidate successor = SinkAttempt.open(kafka, "race", "raced");
                int jitter = random.nextInt(-JITTER_MILLIS, JITTER_MILLIS);
                Future<Boolean> commit = threads.submit(after(commitDelayMillis + jitter, () -> {
                    committing.log().commit(entry);
                    return true;
                }));
                owner = threads.submit(successor::takeOver).get(60, TimeUnit.SECONDS);

                // then
                boolean found = owner.found().lastCommit().filter(entry::equals).isPresent();
                if (found) {
                    inLog.add("race " + race);
                }
                commitDelayMillis += found ? STEP_MILLIS : -STEP_MILLIS;
                if (succeeded(commit)) {
                    returned++;
                    assertThat(found)
                            .as("commit %d returned, so the successor saw it", race)
                            .isTrue();
                }
                committing.close();
            }
            owner.close();

            assertThat(visible(broker)).containsExactlyInAnyOrderElementsOf(inLog);
            assertThat(inLog).as("both ends occur").hasSizeBetween(1, RACES - 1);
            assertThat(returned).isPositive();
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> Callable<T> after(long millis, Callable<T> action) {
        return () -> {
            if (millis > 0) {
                LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
            }
            return action.call();
        };
    }

    private static boolean succeeded(Future<Boolean> commit) throws Exception {
        try {
            return commit.get(120, TimeUnit.SECONDS);
        } catch (ExecutionException expectedWhenFenced) {
            return false;
        }
    }

    private static List<String> visible(EmbeddedKafka broker) {
        try (Observer observer = new Observer(broker.bootstrapServers(), "raced")) {
            return observer.readToEnd().stream().map(ConsumerRecord::value).toList();
        }
    }
}
