package io.millrace.checkpoint;

import static io.millrace.checkpoint.CoordinatorFixture.INTERVAL;
import static io.millrace.checkpoint.CoordinatorFixture.TIMEOUT;
import static io.millrace.checkpoint.Samples.name;
import static io.millrace.checkpoint.Samples.split;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.FencedException;
import io.millrace.checkpoint.CoordinatorFixture.FakeTask;
import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.checkpoint.storage.FaultyStorage;
import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoint 1 is the first one of a fresh start; checkpoint 2 is the first that the coordinator takes. */
class CheckpointCoordinatorTest {

    private CoordinatorFixture job;

    @BeforeEach
    void start() throws IOException {
        job = CoordinatorFixture.started();
    }

    @Nested
    class Normally {

        @Test
        void shouldTriggerAtTheSourcesOnlyAnIntervalAfterTheStart() {
            job.loop.advance(INTERVAL.minusMillis(1));
            assertThat(job.tasks.get(0).letters).isEmpty();

            job.loop.advance(Duration.ofMillis(1));

            assertThat(job.tasks.get(0).letters).containsExactly("trigger 2");
            assertThat(job.tasks.get(1).letters).containsExactly("trigger 2");
            assertThat(job.counts().letters).isEmpty();
        }

        @Test
        void shouldPublishThenCommitThenTell() {
            job.trigger();
            job.acknowledge(2);
            job.loop.runEvents();

            job.loop.runCall("seal");
            job.loop.runEvents();
            assertThat(job.loop.pendingCalls()).containsExactly("publish checkpoint 2");
            job.loop.runCall("publish");
            job.loop.runEvents();
            assertThat(job.decided()).isEqualTo(name(1, 1));
            assertThat(job.loop.pendingCalls()).containsExactly("commit checkpoint 2");
            job.loop.runCall("commit");
            assertThat(job.decided()).isEqualTo(name(2, 1));
            assertThat(job.told).isEmpty();
            job.loop.runEvents();

            assertThat(job.told).containsExactly("committed 2-1");
            assertThat(job.tasks).allSatisfy(task -> assertThat(task.letters).endsWith("committed 2"));
        }

        @Test
        void shouldStoreWhatTheTasksAcknowledged() throws IOException {
            job.complete(2);

            Manifest manifest = job.storage.find(name(2, 1)).orElseThrow();
            assertThat(manifest.operator("lines").orElseThrow().positions())
                    .containsExactly(split("lines-0", 200), split("lines-1", 200));
            assertThat(manifest.operator("counts").orElseThrow().states()).hasSize(1);
            assertThat(manifest.retained()).containsExactly(name(1, 1));
            job.storage.requireFiles(manifest);
        }

        @Test
        void shouldReportHowLongItTookAndHowLargeItIs() {
            job.trigger();
            job.loop.advance(Duration.ofMillis(35));
            job.acknowledge(2);
            job.loop.runAll();

            var report = job.reports.get(0);
            assertThat(report.checkpointId()).isEqualTo(2);
            assertThat(report.run()).isEqualTo(1);
            assertThat(report.committed()).isTrue();
            assertThat(report.reason()).isNull();
            assertThat(report.duration()).isEqualTo(Duration.ofMillis(35));
            assertThat(report.bytes()).isEqualTo(70_010);
        }

        @Test
        void shouldTakeOneAfterTheOther() {
            job.complete(2);
            job.complete(3);
            job.complete(4);

            assertThat(job.told).containsExactly("committed 2-1", "committed 3-1", "committed 4-1");
            assertThat(job.log.commits).containsExactly(1L, 2L, 3L, 4L);
        }

        @Test
        void shouldNotTriggerTheNextWhileOneIsUnderWay() {
            job.trigger();
            job.loop.advance(INTERVAL.multipliedBy(5));

            assertThat(job.tasks.get(0).letters).containsExactly("trigger 2");
        }

        @Test
        void shouldDecideInOrderWhenSeveralAreUnderWay() throws IOException { // S14, C11
            job = CoordinatorFixture.started(new FaultyStorage(), new Timing(INTERVAL, TIMEOUT, Duration.ZERO, 2), 2);
            job.trigger();
            job.trigger();
            job.acknowledge(3);
            job.loop.runAll();
            assertThat(job.told).isEmpty();

            job.acknowledge(2);
            job.loop.runAll();

            assertThat(job.told).containsExactly("committed 2-1", "committed 3-1");
        }

        @Test
        void shouldDecideTheLaterWhenTheEarlierIsGivenUp() throws IOException { // S14, C11
            job = CoordinatorFixture.started(new FaultyStorage(), new Timing(INTERVAL, TIMEOUT, Duration.ZERO, 2), 2);
            job.trigger();
            job.trigger();
            job.acknowledge(3);
            job.loop.runAll();

            job.coordinator.declined(job.counts().id(), 2, new IOException("no"));
            job.loop.runAll();

            assertThat(job.told).containsExactly("gave up 2-1", "committed 3-1");
        }

        @Test
        void shouldStartAboveEveryNumberThatWasEverSeen() throws IOException {
            job.complete(2);
            job.trigger();
            job.acknowledge(3);
            job.loop.runAllExcept("commit"); // prepared, and then the process dies

            CoordinatorFixture next = CoordinatorFixture.started(job.files);
            next.complete(4);

            assertThat(next.told).containsExactly("committed 4-2");
        }

        @Test
        void shouldRefuseNumbersThatDoNotRise() throws IOException {
            Manifest restored = job.storage.find(name(1, 1)).orElseThrow();
            CoordinatorSettings settings =
                    new CoordinatorSettings(Samples.IDENTITY, 1, 1, Samples.TIMING, 2, 128, 1, Map.of());

            assertThatThrownBy(() -> new CheckpointCoordinator(
                            settings, job.loop, job.log, job.storage, Optional.of(restored), job))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class GivenUp {

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

    @Nested
    class InDoubt {

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

    @Nested
    class Finally {

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

    @Nested
    class Closed {

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

    @Nested
    class Retired {

        @Test
        void shouldKeepTheNewest() throws IOException {
            job.complete(2);
            job.complete(3);
            job.complete(4);

            assertThat(job.stored()).containsExactly(name(3, 1), name(4, 1));
            job.storage.requireFiles(job.storage.find(name(3, 1)).orElseThrow());
            job.storage.requireFiles(job.storage.find(name(4, 1)).orElseThrow());
        }

        @Test
        void shouldGoOnAndTryAgainLaterWhenDeletingFails() throws IOException {
            job.files.inject(Operation.DELETE, "checkpoints/1-1", Fault.FAILS, 1);
            job.complete(2);
            job.complete(3);
            assertThat(job.stored()).containsExactly(name(1, 1), name(2, 1), name(3, 1));

            job.complete(4);

            assertThat(job.told).containsExactly("committed 2-1", "committed 3-1", "committed 4-1");
            assertThat(job.storage.find(name(4, 1)).orElseThrow().retained())
                    .containsExactly(name(1, 1), name(2, 1), name(3, 1));
            assertThat(job.stored()).containsExactly(name(3, 1), name(4, 1));
        }

        @Test
        void shouldDeleteWhatLowerRunsPreparedOnlyAfterTheFirstCommit() throws IOException { // C02
            // given: checkpoint 3 is prepared, and the process dies
            job.complete(2);
            job.trigger();
            job.acknowledge(3);
            job.loop.runAllExcept("commit");

            CoordinatorFixture next = CoordinatorFixture.started(job.files);
            next.trigger();
            next.acknowledge(4);
            next.loop.runAllExcept("commit");
            assertThat(next.stored()).contains(name(2, 1), name(3, 1));

            // when
            next.loop.runAll();

            // then
            assertThat(next.stored()).containsExactly(name(2, 1), name(4, 2));
        }

        @Test
        void shouldDeleteWhatACrashLeftUnfinished() throws IOException { // C08
            job.trigger();
            job.acknowledge(job.counts(), 2); // and the process dies
            assertThat(job.stored()).containsExactly(name(1, 1), name(2, 1));

            CoordinatorFixture next = CoordinatorFixture.started(job.files);
            next.complete(3);

            assertThat(next.stored()).containsExactly(name(1, 1), name(3, 2));
        }

        @Test
        void shouldLookForVoidsAgainLaterWhenTheStorageCannotBeRead() throws IOException { // C06
            job.trigger();
            job.acknowledge(2);
            job.loop.runAllExcept("commit");
            CoordinatorFixture next = CoordinatorFixture.started(job.files);
            next.files.inject(Operation.LIST, "checkpoints", Fault.FAILS, 1);
            next.complete(3);
            assertThat(next.stored()).containsExactly(name(1, 1), name(2, 1), name(3, 2));

            next.complete(4);

            assertThat(next.told).containsExactly("committed 3-2", "committed 4-2");
            assertThat(next.stored()).containsExactly(name(3, 2), name(4, 2));
        }

        @Test
        void shouldDeleteNothingOfASuccessor() throws IOException { // G01
            // given: a successor has prepared a checkpoint, and this process does not know of it yet
            job.files.files().put("word-count/checkpoints/2-7/manifest.json", new byte[] {1});

            job.complete(2);
            job.complete(3);

            assertThat(job.stored()).contains(name(2, 7));
        }

        @Test
        void shouldKeepFilesThatAKeptCheckpointOfAnEarlierRunUses() throws IOException {
            // given: three kept, of which the oldest two are known by name only
            Timing timing = Timing.of(INTERVAL, TIMEOUT);
            job = CoordinatorFixture.started(new FaultyStorage(), timing, 3);
            job.complete(2);
            String shared = "word-count/shared/used-by-2";
            job.files.files().put(shared, new byte[10]);
            Manifest second = Samples.manifest(name(3, 1), List.of("shared/used-by-2"), name(1, 1), name(2, 1));
            job.log.commit(Samples.commit(name(3, 1), job.storage.publish(second)));
            job.coordinator.close();

            CoordinatorFixture next = CoordinatorFixture.started(job.files, timing, 3);
            next.complete(4);
            CoordinatorFixture afterNext = CoordinatorFixture.started(job.files, timing, 3);
            afterNext.complete(5);

            assertThat(afterNext.stored()).containsExactly(name(3, 1), name(4, 2), name(5, 3));
            assertThat(afterNext.files.files()).containsKey(shared);
            afterNext.storage.requireFiles(second);
        }
    }
}
