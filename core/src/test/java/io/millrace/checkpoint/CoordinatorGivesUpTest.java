package io.millrace.checkpoint;

import static io.millrace.checkpoint.CoordinatorFixture.TIMEOUT;
import static io.millrace.checkpoint.Samples.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints that are given up before they are durable. Number 1 is the first of a fresh start. */
class CoordinatorGivesUpTest {

    private CoordinatorFixture job;

    @BeforeEach
    void start() throws IOException {
        job = CoordinatorFixture.started();
    }

    @Test
    void shouldTellAllTasksAndGoOnWhenATaskDeclines() { // S14, C08
        job.trigger();
        job.acknowledge(job.tasks.get(0), 2);
        IOException reason = new IOException("No space left on device");
        job.coordinator.declined(job.counts().id(), 2, reason);
        job.loop.runAll();

        assertThat(job.told).containsExactly("gave up 2-1");
        assertThat(job.reports.get(0).reason()).isSameAs(reason);
        assertThat(job.tasks).allSatisfy(task -> assertThat(task.letters).endsWith("aborted 2"));

        job.complete(3);
        assertThat(job.told).containsExactly("gave up 2-1", "committed 3-1");
        assertThat(job.log.commits).containsExactly(1L, 3L);
    }

    @Test
    void shouldNameTheTasksThatAreMissingWhenTheTimeIsOver() { // C12
        job.trigger();
        job.acknowledge(job.tasks.get(0), 2);
        job.loop.runAll();
        job.loop.advance(TIMEOUT);

        assertThat(job.told).containsExactly("gave up 2-1");
        assertThat(job.reports.get(0).reason())
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("2-1, waiting for counts[0], lines[1]");
        assertThat(job.tasks).allSatisfy(task -> assertThat(task.letters).contains("aborted 2"));
    }

    @Test
    void shouldIgnoreAnAcknowledgementThatComesTooLate() {
        job.trigger();
        TaskSnapshot late = job.snapshot(job.counts(), 2);
        job.acknowledge(job.tasks.get(0), 2);
        job.acknowledge(job.tasks.get(1), 2);
        job.loop.advance(TIMEOUT);
        job.coordinator.acknowledged(job.counts().id(), 2, late);
        job.loop.runAll();

        assertThat(job.told).containsExactly("gave up 2-1");
        assertThat(job.log.commits).containsExactly(1L);
    }

    @Test
    void shouldCommitWhenTheLastAcknowledgementIsDurableJustBeforeTheTimeIsOver() {
        job.trigger();
        job.acknowledge(2);
        job.loop.runEvents();
        job.loop.runCall("seal");
        job.loop.runEvents();
        job.loop.advance(TIMEOUT);
        job.loop.runAll();

        assertThat(job.told).containsExactly("committed 2-1");
    }

    @Test
    void shouldCommitWhenTheTimeIsOverInTheSameInstantBehindTheLastAcknowledgement() {
        job.trigger();
        job.acknowledge(2);
        job.loop.runEvents();
        job.loop.runCall("seal");
        job.loop.expire(TIMEOUT); // too late to cancel the timer: its event waits already
        job.loop.runAll();

        assertThat(job.told).containsExactly("committed 2-1");
    }

    @Test
    void shouldGiveUpWhenTheTimeIsOverJustBeforeTheLastAcknowledgementIsKnownToBeDurable() throws IOException {
        // given: it is durable, and the event that says so waits behind the timeout
        job.trigger();
        job.acknowledge(2);
        job.loop.runEvents();
        job.loop.runCall("seal");
        assertThat(job.stored()).containsExactly(name(1, 1), name(2, 1));

        job.loop.advance(TIMEOUT);
        job.loop.runAll();

        assertThat(job.told).containsExactly("gave up 2-1");
        assertThat(job.log.commits).containsExactly(1L);
        assertThat(job.stored()).containsExactly(name(1, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"publish", "commit"})
    void shouldNotTouchACheckpointThatIsBeingDecidedWhenTheTimeIsOver(String step) {
        job.trigger();
        job.acknowledge(2);
        job.loop.runAllExcept(step);

        job.loop.advance(TIMEOUT.multipliedBy(2));
        job.coordinator.declined(job.counts().id(), 2, new IOException("too late"));
        job.loop.runEvents();
        assertThat(job.told).isEmpty();

        job.loop.runAll();
        assertThat(job.told).containsExactly("committed 2-1");
        assertThat(job.letters("aborted")).isEmpty();
    }

    @Test
    void shouldLeaveNoFileBehind() throws IOException { // C08
        job.trigger();
        job.acknowledge(job.counts(), 2);
        job.coordinator.declined(job.tasks.get(0).id(), 2, new IOException("no"));
        assertThat(job.stored()).containsExactly(name(1, 1), name(2, 1));

        job.loop.runAll();

        assertThat(job.told).containsExactly("gave up 2-1");
        assertThat(job.stored()).containsExactly(name(1, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "manifest"})
    void shouldGoOnWhenTheDiskIsFull(String file) throws IOException { // C08
        job.files.inject(Operation.WRITE, file, Fault.FAILS, 1);
        job.complete(2);
        assertThat(job.told).containsExactly("gave up 2-1");
        assertThat(job.stored()).containsExactly(name(1, 1));

        job.complete(3);

        assertThat(job.told).containsExactly("gave up 2-1", "committed 3-1");
        assertThat(job.storage.find(name(3, 1)).orElseThrow().retained()).containsExactly(name(1, 1));
    }

    @Test
    void shouldGoOnWhenWhatWasStoredCannotBeDeleted() {
        job.files.inject(Operation.DELETE, "2-1", Fault.FAILS);
        job.trigger();
        job.acknowledge(job.counts(), 2);
        job.coordinator.declined(job.tasks.get(0).id(), 2, new IOException("no"));
        job.loop.runAll();

        job.complete(3);

        assertThat(job.told).containsExactly("gave up 2-1", "committed 3-1");
    }

    @Test
    void shouldLetNobodyStoreAnythingMore() {
        assertThatThrownBy(() -> job.coordinator.storeOf(2)).isInstanceOf(CancellationException.class);
        job.trigger();
        var store = job.coordinator.storeOf(2);
        job.coordinator.declined(job.counts().id(), 2, new IOException("no"));
        job.loop.runAll();

        assertThatThrownBy(() -> job.coordinator.storeOf(2)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> store.writeExclusive("late", out -> out.write(1)))
                .isInstanceOf(CancellationException.class);
    }
}
