package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.JOB;
import static io.millrace.checkpoint.Samples.commit;
import static io.millrace.checkpoint.Samples.takeover;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.MillraceException;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.checkpoint.storage.FaultyStorage;
import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageCommitLogTest {

    private final FaultyStorage storage = new FaultyStorage();

    @Test
    void shouldKnowNothingWhenItIsNew() {
        assertThat(open().look()).isEqualTo(LogContents.EMPTY);
        assertThat(open().fence()).isEqualTo(LogContents.EMPTY);
        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldKnowTheLastTakeoverAndTheLastCommit() {
        StorageCommitLog log = own(1);
        log.commit(commit(1, 1));
        log.commit(commit(2, 1));

        assertThat(open().look()).isEqualTo(contents(takeover(1), commit(2, 1)));
    }

    @Test
    void shouldKnowTheCommitOfAnEarlierRunAfterATakeover() {
        own(1).commit(commit(1, 1));
        own(2);

        assertThat(open().look()).isEqualTo(contents(takeover(2), commit(1, 1)));
    }

    @Test
    void shouldFenceThePredecessorByTheTakeover() { // G01
        StorageCommitLog first = own(1);
        first.commit(commit(1, 1));
        own(2);

        assertThatThrownBy(() -> first.commit(commit(2, 1)))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("word-count/log/000000000003.json filled with Takeover");
        assertThat(open().look()).isEqualTo(contents(takeover(2), commit(1, 1)));
    }

    @Test
    void shouldLetOneOfTwoOwnTheJobWhenBothStartAtOnce() { // G01, S23
        StorageCommitLog first = open();
        StorageCommitLog second = open();
        first.fence();
        second.fence();
        second.takeOver(new LogEntry.Takeover(Samples.JOB_ID, Samples.STORAGE_ID, 1, new UUID(5, 5)));

        assertThatThrownBy(() -> first.takeOver(takeover(1))).isInstanceOf(FencedException.class);
    }

    @Test
    void shouldBeginAgainWhenThePredecessorCommitsDuringTheTakeover() {
        StorageCommitLog first = own(1);
        StorageCommitLog second = open();
        second.fence();
        first.commit(commit(1, 1));

        assertThatThrownBy(() -> second.takeOver(takeover(2)))
                .isInstanceOf(InDoubtException.class)
                .hasMessageContaining("Read the log again");

        // then: nothing happened to the owner, and the next attempt succeeds
        first.commit(commit(2, 1));
        assertThat(second.fence()).isEqualTo(contents(takeover(1), commit(2, 1)));
        second.takeOver(takeover(2));
        assertThatThrownBy(() -> first.commit(commit(3, 1))).isInstanceOf(FencedException.class);
    }

    @Test
    void shouldNotCommitTwiceWhenAnEntryMayHaveBeenWritten() { // C04
        StorageCommitLog log = own(1);
        storage.inject(Operation.PUBLISH, "log/", Fault.DONE_BUT_THROWS, 1);
        log.commit(commit(1, 1));
        log.commit(commit(2, 1));

        assertThat(open().look()).isEqualTo(contents(takeover(1), commit(2, 1)));
    }

    @Test
    void shouldThrowWhenAnEntryCouldNotBeWritten() { // C04, the reverse
        StorageCommitLog log = own(1);
        storage.inject(Operation.PUBLISH, "log/", Fault.FAILS, 1);

        assertThatThrownBy(() -> log.commit(commit(1, 1))).isInstanceOf(UncheckedIOException.class);
        assertThat(open().look().lastCommit()).isEmpty();
    }

    @Test
    void shouldBeInDoubtWhenAnEntryCannotBeReadBack() { // C04
        StorageCommitLog log = own(1);
        storage.inject(Operation.PUBLISH, "log/", Fault.DONE_BUT_THROWS, 1);
        storage.inject(Operation.OPEN, "log/", Fault.FAILS, 1);

        assertThatThrownBy(() -> log.commit(commit(1, 1))).isInstanceOf(InDoubtException.class);
    }

    @Test
    void shouldNotTakeAnUnreadableLogForANewOne() { // C06
        own(1).commit(commit(1, 1));
        storage.inject(Operation.LIST, "", Fault.FAILS);

        assertThatThrownBy(() -> open().look()).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> open().fence()).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void shouldKeepOnlyAFewFilesHoweverLongItRuns() {
        for (int run = 1; run <= 5; run++) {
            StorageCommitLog log = own(run);
            for (int i = 1; i <= 20; i++) {
                log.commit(commit(100 * run + i, run));
            }
        }

        assertThat(storage.files()).hasSize(StorageCommitLog.KEPT_SLOTS);
        assertThat(open().look()).isEqualTo(contents(takeover(5), commit(520, 5)));
    }

    @Test
    void shouldGoOnWhenOldEntriesCannotBeDeleted() {
        StorageCommitLog log = own(1);
        storage.inject(Operation.DELETE, "log/", Fault.FAILS, 3);
        commitOften(log, 1, 20);

        assertThat(open().look()).isEqualTo(contents(takeover(1), commit(20, 1)));
        assertThat(storage.files()).hasSize(StorageCommitLog.KEPT_SLOTS);
    }

    @Test
    void shouldEmptyNoSlotBeforeTheOnesBelowIt() {
        StorageCommitLog log = own(1);
        storage.inject(Operation.DELETE, "log/000000000002", Fault.FAILS);
        commitOften(log, 1, 20);

        assertThat(storage.history().stream().filter(done -> done.startsWith("DELETE")))
                .containsExactly("DELETE word-count/log/000000000001.json");
    }

    /** With every number of commits by the sleeper, and by those who own the job while it sleeps. */
    static Stream<Arguments> sleepers() {
        return IntStream.rangeClosed(0, 4)
                .boxed()
                .flatMap(before -> IntStream.rangeClosed(0, 25).mapToObj(after -> Arguments.of(before, after)));
    }

    @ParameterizedTest
    @MethodSource("sleepers")
    void shouldFenceASleeperWhenItCommits(int before, int after) { // G01
        // given
        StorageCommitLog sleeper = own(1);
        commitOften(sleeper, 1, before);
        StorageCommitLog owner = own(2);
        commitOften(owner, 2, after);
        LogContents seen = open().look();

        // when
        assertThatThrownBy(() -> sleeper.commit(commit(1000, 1))).isInstanceOf(FencedException.class);

        // then
        assertThat(open().look()).isEqualTo(seen);
        owner.commit(commit(2000, 2));
    }

    @ParameterizedTest
    @MethodSource("sleepers")
    void shouldNotLetASleeperTakeOverByWhatItReadBefore(int before, int after) { // G01
        // given
        StorageCommitLog owner = own(1);
        commitOften(owner, 1, before);
        StorageCommitLog sleeper = open();
        sleeper.fence();
        commitOften(owner, 1, after + 1);
        LogContents seen = open().look();

        // when
        assertThatThrownBy(() -> sleeper.takeOver(takeover(2))).isInstanceOf(MillraceException.class);

        // then
        assertThat(open().look()).isEqualTo(seen);
        owner.commit(commit(2000, 1));
    }

    @Test
    void shouldNotLetASleeperStartAnewByWhatItReadBefore() { // G01
        StorageCommitLog sleeper = open();
        sleeper.fence();
        commitOften(own(1), 1, 25);

        assertThatThrownBy(() -> sleeper.takeOver(takeover(1))).isInstanceOf(FencedException.class);
        assertThat(open().look()).isEqualTo(contents(takeover(1), commit(25, 1)));
    }

    @Test
    void shouldNameTheEntryThatIsDamaged() { // G05
        own(1).commit(commit(1, 1));
        storage.files().get("word-count/log/000000000002.json")[30] ^= 1;

        assertThatThrownBy(() -> open().look())
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("word-count/log/000000000002.json");
    }

    @Test
    void shouldReadAgainWhenTheOwnerEmptiesWhatIsBeingRead() {
        StorageCommitLog owner = own(1);
        owner.commit(commit(1, 1));
        storage.before(Operation.OPEN, "log/000000000002", () -> commitOften(owner, 1, 20));

        assertThat(open().look()).isEqualTo(contents(takeover(1), commit(20, 1)));
    }

    @Test
    void shouldRefuseToAppendToALogThatWasNotRead() {
        assertThatThrownBy(() -> open().commit(commit(1, 1))).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldNeverLetTwoCommitSideBySide(int seed) throws Exception { // G01
        race(storage, seed);
    }

    @Test
    void shouldNeverLetTwoCommitSideBySideOnDisk(@TempDir Path directory) throws Exception { // G01
        race(CheckpointStorages.open(directory.toUri()), 1);
    }

    private void race(CheckpointStorage storage, int seed) throws Exception {
        // given: processes that take over and commit again and again
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<Callable<Outcomes>> processes = new ArrayList<>();
        for (int process = 0; process < 3; process++) {
            int number = process;
            processes.add(() -> takeOverAndCommit(storage, new Random(seed * 10L + number), number));
        }

        // when
        Outcomes all = new Outcomes(new ArrayList<>(), new ArrayList<>());
        try {
            for (Future<Outcomes> done : threads.invokeAll(processes)) {
                all.committed.addAll(done.get().committed);
                all.thrown.addAll(done.get().thrown);
            }
        } finally {
            threads.shutdownNow();
        }

        // then: each built upon the one before; one that threw may count as well
        long last = new StorageCommitLog(storage, JOB)
                .look()
                .lastCommit()
                .orElseThrow()
                .checkpointId();
        assertThat(all.committed).isNotEmpty().doesNotHaveDuplicates();
        assertThat(all.committed).allMatch(id -> id <= last);
        for (long id = 1; id <= last; id++) {
            assertThat(all.committed.contains(id) || all.thrown.contains(id))
                    .as("checkpoint %d", id)
                    .isTrue();
        }
    }

    private Outcomes takeOverAndCommit(CheckpointStorage storage, Random random, int process) {
        Outcomes outcomes = new Outcomes(new ArrayList<>(), new ArrayList<>());
        for (int attempt = 0; attempt < 20; attempt++) {
            StorageCommitLog log = new StorageCommitLog(storage, JOB);
            LogContents contents = log.fence();
            long run = contents.lastTakeover().map(LogEntry::run).orElse(0L) + 1;
            long next = contents.lastCommit().map(LogEntry.Commit::checkpointId).orElse(0L) + 1;
            try {
                log.takeOver(
                        new LogEntry.Takeover(Samples.JOB_ID, Samples.STORAGE_ID, run, new UUID(process, attempt)));
            } catch (FencedException | InDoubtException expectedWhenAnotherWasFaster) {
                continue;
            }
            try {
                for (int i = random.nextInt(30); i > 0; i--) {
                    log.commit(commit(next, run));
                    outcomes.committed.add(next);
                    next++;
                }
            } catch (FencedException | InDoubtException expectedWhenAnotherTookOver) {
                outcomes.thrown.add(next);
            }
        }
        return outcomes;
    }

    private record Outcomes(List<Long> committed, List<Long> thrown) {}

    private StorageCommitLog open() {
        return new StorageCommitLog(storage, JOB);
    }

    private StorageCommitLog own(long run) {
        StorageCommitLog log = open();
        log.fence();
        log.takeOver(takeover(run));
        return log;
    }

    private static void commitOften(StorageCommitLog log, long run, int times) {
        for (int i = 1; i <= times; i++) {
            log.commit(commit(i, run));
        }
    }

    private static LogContents contents(LogEntry.Takeover takeover, LogEntry.Commit commit) {
        return new LogContents(Optional.of(takeover), Optional.of(commit));
    }
}
