package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.checkpoint.CoordinatorFixture.FakeTask;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of an attempt at any moment. Number 1 is the first of a fresh start. */
class CoordinatorCloseTest {

    private CoordinatorFixture job;

    @BeforeEach
    void start() throws IOException {
        job = CoordinatorFixture.started();
    }

    @ParameterizedTest
    @ValueSource(strings = {"seal", "publish", "commit"})
    void shouldEitherCountOrNotWhenClosedBeforeAStep(String step) throws IOException { // S34
        job.trigger();
        job.acknowledge(2);
        job.loop.runAllExcept(step);
        job.coordinator.close();
        job.loop.runAll();

        assertClosedConsistently(step.equals("commit"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seal", "publish", "commit"})
    void shouldEitherCountOrNotWhenClosedInTheSameInstantAsAStepIsDone(String step) throws IOException { // S34
        job.trigger();
        job.acknowledge(2);
        job.loop.runAllExcept(step);
        job.loop.runCall(step); // its outcome waits in the queue
        job.coordinator.close();
        job.loop.runAll();

        assertClosedConsistently(step.equals("commit"));
    }

    private void assertClosedConsistently(boolean committed) throws IOException {
        // then: the tasks hear nothing, and the log alone says what counts
        assertThat(job.told).isEmpty();
        assertThat(job.letters("")).isEmpty();
        assertThat(job.decided()).isEqualTo(committed ? name(2, 1) : name(1, 1));

        // and: whatever the log says can be restored, and the job goes on
        CoordinatorFixture next = CoordinatorFixture.started(job.files);
        Manifest restored = next.storage.load(next.log.look().lastCommit().orElseThrow());
        next.storage.requireFiles(restored);
        next.complete(next.storage.nextCheckpointId(next.log.look().lastCommit()));
        assertThat(next.told).hasSize(1);
        assertThat(next.told.get(0)).startsWith("committed ");
    }

    @Test
    void shouldDeleteNoCheckpoint() throws IOException { // C15
        job.complete(2);
        job.complete(3);
        Map<String, byte[]> before = new TreeMap<>(job.files.files());

        job.coordinator.close();
        job.loop.runAll();
        job.loop.advance(Duration.ofHours(1));
        job.loop.runAll();

        assertThat(job.files.files()).containsOnlyKeys(before.keySet());
    }

    @Test
    void shouldDropWhatWasNotComplete() throws IOException { // C08
        job.trigger();
        var store = job.coordinator.storeOf(2);
        job.acknowledge(job.counts(), 2);
        job.coordinator.close();
        job.loop.runAll();

        assertThat(job.stored()).containsExactly(name(1, 1));
        assertThatThrownBy(() -> store.writeExclusive("late", out -> out.write(1)))
                .isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> job.coordinator.storeOf(2)).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldHearNothingMore() {
        job.coordinator.close();
        job.coordinator.close();
        for (FakeTask task : job.tasks) {
            job.coordinator.drained(task.id());
            job.coordinator.declined(task.id(), 2, new IOException("no"));
        }
        job.coordinator.finish();
        job.loop.advance(Duration.ofHours(1));
        job.loop.runAll();

        assertThat(job.told).isEmpty();
        assertThat(job.tasks.get(0).letters).isEmpty();
    }
}
