package io.millrace.checkpoint;

import static io.millrace.checkpoint.CoordinatorFixture.INTERVAL;
import static io.millrace.checkpoint.CoordinatorFixture.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.checkpoint.storage.FaultyStorage;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The final checkpoint, asked for or behind the last record. Number 1 is the first of a fresh start. */
class CoordinatorFinishTest {

    private CoordinatorFixture job;

    @BeforeEach
    void start() throws IOException {
        job = CoordinatorFixture.started();
    }

    @Test
    void shouldPauseTheSourcesBehindAFinalCheckpointWhenAskedToFinish() {
        job.coordinator.finish();
        job.loop.advance(Duration.ZERO);
        assertThat(job.tasks.get(0).letters).containsExactly("trigger 2 and pause");

        job.acknowledge(2);
        job.loop.runAll();

        assertThat(job.told).containsExactly("committed 2-1", "ended finished");
        assertThat(job.log.awaited).isTrue();
    }

    @Test
    void shouldEndOnlyWhenTheOutputIsVisible() { // S13
        job.coordinator.finish();
        job.loop.advance(Duration.ZERO);
        job.acknowledge(2);
        job.loop.runAllExcept("await");
        assertThat(job.told).containsExactly("committed 2-1");

        job.loop.runAll();
        assertThat(job.told).containsExactly("committed 2-1", "ended finished");
    }

    @Test
    void shouldEndTheAttemptWhenTheOutputDoesNotBecomeVisible() { // S13
        job.log.notVisible = new IllegalStateException("still not visible");
        job.coordinator.finish();
        job.loop.advance(Duration.ZERO);
        job.acknowledge(2);
        job.loop.runAll();

        assertThat(job.told).containsExactly("committed 2-1", "failed");
    }

    @Test
    void shouldTakeNoFurtherCheckpointAfterTheFinalOne() {
        job.coordinator.finish();
        job.loop.advance(Duration.ZERO);
        job.acknowledge(2);
        job.loop.runAll();
        job.loop.advance(Duration.ofHours(1));
        job.loop.runAll();

        assertThat(job.tasks.get(0).letters).containsExactly("trigger 2 and pause", "committed 2");
    }

    @Test
    void shouldWaitForTheOneUnderWayBeforeTheFinalOne() {
        job.trigger();
        job.coordinator.finish();
        job.loop.advance(Duration.ofMillis(10));
        assertThat(job.tasks.get(0).letters).containsExactly("trigger 2");

        job.acknowledge(2);
        job.loop.runAll();
        job.loop.advance(Duration.ZERO);

        assertThat(job.tasks.get(0).letters).containsExactly("trigger 2", "committed 2", "trigger 3 and pause");
    }

    @Test
    void shouldResumeAndTryAgainWhenTheFinalOneIsGivenUp() { // S13
        job.coordinator.finish();
        job.loop.advance(Duration.ZERO);
        job.coordinator.declined(job.counts().id(), 2, new IOException("no"));
        job.loop.runAll();
        job.loop.advance(TriggerPolicy.FINAL_RETRY_PAUSE);

        assertThat(job.tasks.get(0).letters)
                .containsExactly("trigger 2 and pause", "aborted 2", "resume", "trigger 3 and pause");
        assertThat(job.counts().letters).containsExactly("aborted 2");

        job.acknowledge(3);
        job.loop.runAll();
        assertThat(job.told).containsExactly("gave up 2-1", "committed 3-1", "ended finished");
    }

    @Test
    void shouldFinishAsSoonAsTheTasksWorkWhenAskedBefore() throws IOException {
        job = new CoordinatorFixture(new FaultyStorage(), Timing.of(INTERVAL, TIMEOUT), 2);
        job.coordinator.finish();
        job.loop.advance(Duration.ofHours(1));
        job.coordinator.start(job.tasks);
        job.loop.advance(Duration.ZERO);

        assertThat(job.tasks.get(0).letters).containsExactly("trigger 2 and pause");
    }

    @Test
    void shouldEndByItselfBehindTheLastRecord() { // S13
        drain(0, 1, 2);
        job.loop.advance(Duration.ZERO);
        job.acknowledge(2);
        job.loop.runAll();

        assertThat(job.told).containsExactly("committed 2-1", "ended drained");
    }

    @Test
    void shouldNotEndBeforeEachTaskHasProcessedAllItsInput() { // S13
        drain(0, 1);
        job.complete(2);
        assertThat(job.told).containsExactly("committed 2-1");

        drain(2);
        job.loop.advance(Duration.ZERO);
        job.acknowledge(3);
        job.loop.runAll();
        assertThat(job.told).containsExactly("committed 2-1", "committed 3-1", "ended drained");
    }

    @Test
    void shouldNotTakeACheckpointForTheLastThatBeganBeforeTheLastRecord() { // S13
        job.trigger();
        drain(0, 1, 2);
        job.acknowledge(2);
        job.loop.runAll();
        assertThat(job.told).containsExactly("committed 2-1");

        job.loop.advance(Duration.ZERO);
        job.acknowledge(3);
        job.loop.runAll();
        assertThat(job.told).containsExactly("committed 2-1", "committed 3-1", "ended drained");
    }

    @Test
    void shouldSayFinishedWhenInputEndedOnlyAfterTheFinalCheckpointBegan() {
        job.coordinator.finish();
        job.loop.advance(Duration.ZERO);
        drain(0, 1, 2);
        job.acknowledge(2);
        job.loop.runAll();

        assertThat(job.told).containsExactly("committed 2-1", "ended finished");
    }

    private void drain(int... indexes) {
        for (int index : indexes) {
            job.coordinator.drained(job.tasks.get(index).id());
        }
        job.loop.runAll();
    }
}
