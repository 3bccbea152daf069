package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.FencedException;
import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publications and commits of which nobody knows whether they happened. Number 1 is the first of a fresh start. */
class CoordinatorInDoubtTest {

    private CoordinatorFixture job;

    @BeforeEach
    void start() throws IOException {
        job = CoordinatorFixture.started();
    }

    @Test
    void shouldCommitWhenTheManifestIsThereThoughTheStorageSaidNo() { // C04
        job.files.inject(Operation.PUBLISH, "manifest", Fault.DONE_BUT_THROWS, 1);

        job.complete(2);

        assertThat(job.told).containsExactly("committed 2-1");
    }

    @Test
    void shouldGiveUpWhenTheManifestIsCertainlyNotThere() throws IOException { // C04, the reverse
        job.files.inject(Operation.PUBLISH, "manifest", Fault.FAILS, 1);

        job.complete(2);

        assertThat(job.told).containsExactly("gave up 2-1");
        assertThat(job.log.commits).containsExactly(1L);
        assertThat(job.stored()).containsExactly(name(1, 1));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"DONE_BUT_THROWS", "TORN"})
    void shouldEndTheAttemptWhenNobodyKnowsWhetherTheManifestIsThere(Fault fault) { // C04
        job.files.inject(Operation.PUBLISH, "manifest", fault, 1);
        if (fault == Fault.DONE_BUT_THROWS) {
            job.files.inject(Operation.OPEN, "manifest", Fault.FAILS, 1);
        }

        job.complete(2);

        assertEndedWithoutAWordAbout(2);
        assertThat(job.log.commits).containsExactly(1L);
    }

    @Test
    void shouldEndTheAttemptWhenTheCommitThrowsBeforeItIsDone() { // C04
        job.log.failBefore = new IllegalStateException("timeout");

        job.complete(2);

        assertEndedWithoutAWordAbout(2);
        assertThat(job.failures).containsExactly(job.log.failBefore);
    }

    @Test
    void shouldEndTheAttemptWhenTheCommitThrowsAfterItIsDone() throws IOException { // C04
        job.log.failAfter = new IllegalStateException("timeout");

        job.complete(2);

        assertEndedWithoutAWordAbout(2);
        CoordinatorFixture next = CoordinatorFixture.started(job.files);
        next.complete(3);
        assertThat(next.storage.find(name(3, 2)).orElseThrow().retained()).containsExactly(name(1, 1), name(2, 1));
    }

    @Test
    void shouldEndTheAttemptWhenAnotherProcessTookTheJobOver() throws IOException { // G01
        CoordinatorFixture successor = CoordinatorFixture.started(job.files);

        job.complete(2);

        assertEndedWithoutAWordAbout(2);
        assertThat(job.failures.get(0)).isInstanceOf(FencedException.class);
        successor.complete(2);
        assertThat(successor.told).containsExactly("committed 2-2");
    }

    @Test
    void shouldEndTheAttemptWhenATaskLeavesAnOperatorOut() {
        job.trigger();
        job.acknowledge(job.tasks.get(0), 2);
        job.acknowledge(job.tasks.get(1), 2);
        job.coordinator.acknowledged(job.counts().id(), 2, new TaskSnapshot(List.of()));
        job.loop.runAll();

        assertThat(job.told).containsExactly("failed");
        assertThat(job.failures.get(0)).hasMessageContaining("'counts'");
        assertThat(job.log.commits).containsExactly(1L);
    }

    /** Neither committed nor aborted, and nothing more happens. */
    private void assertEndedWithoutAWordAbout(long id) {
        assertThat(job.told).containsExactly("failed");
        assertThat(job.letters("committed")).isEmpty();
        assertThat(job.letters("aborted")).isEmpty();
        job.loop.advance(Duration.ofHours(1));
        job.loop.runAll();
        assertThat(job.told).containsExactly("failed");
        assertThat(job.tasks.get(0).letters).containsExactly("trigger " + id);
    }
}
