package io.millrace.checkpoint;

import static io.millrace.checkpoint.CoordinatorFixture.INTERVAL;
import static io.millrace.checkpoint.CoordinatorFixture.TIMEOUT;
import static io.millrace.checkpoint.Samples.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is deleted, and when. Number 1 is the first of a fresh start. */
class CoordinatorRetentionTest {

    private CoordinatorFixture job;

    @BeforeEach
    void start() throws IOException {
        job = CoordinatorFixture.started();
    }

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
    void shouldDeleteWhatTheFinalCheckpointRetiresBeforeTheEnd() throws IOException {
        job.complete(2);
        job.trigger();
        job.coordinator.finish();
        job.acknowledge(3);
        job.loop.runAllExcept("delete");
        job.loop.advance(Duration.ZERO);
        job.acknowledge(4);
        job.loop.runAllExcept("delete");
        assertThat(job.told).doesNotContain("ended finished");

        job.loop.runAll();

        assertThat(job.told).endsWith("ended finished");
        assertThat(job.stored()).containsExactly(name(3, 1), name(4, 1));
    }

    @Test
    void shouldEndWithTheFinalCheckpointWhenNothingCanBeDeleted() throws IOException {
        job.files.inject(Operation.DELETE, "checkpoints/", Fault.FAILS);
        job.complete(2);
        job.coordinator.finish();
        job.loop.advance(Duration.ZERO);
        job.acknowledge(3);
        job.loop.runAll();

        assertThat(job.told).endsWith("ended finished");
        assertThat(job.stored()).containsExactly(name(1, 1), name(2, 1), name(3, 1));
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
        job.storage.publish(Samples.manifest(name(2, 7)));

        job.complete(2);
        job.complete(3);

        assertThat(job.stored()).contains(name(2, 7));
    }

    @Test
    void shouldKeepFilesThatAKeptCheckpointOfAnEarlierRunUsesAsWell() throws IOException { // C01
        // given: the restored checkpoint knows two others by name only, and both use one file
        Timing timing = Timing.of(INTERVAL, TIMEOUT);
        String shared = "word-count/shared/2-1-1-table";
        commitByHand(2, List.of("shared/2-1-1-table"), name(1, 1));
        commitByHand(3, List.of("shared/2-1-1-table"), name(1, 1), name(2, 1));
        commitByHand(4, List.of(), name(1, 1), name(2, 1), name(3, 1));
        job.files.files().put(shared, new byte[10]);

        // when: 2 goes, 3 stays
        CoordinatorFixture next = CoordinatorFixture.started(job.files, timing, 3);
        next.complete(5);

        // then
        assertThat(next.stored()).containsExactly(name(3, 1), name(4, 1), name(5, 2));
        assertThat(next.files.files()).containsKey(shared);

        // and when 3 goes as well
        next.complete(6);
        assertThat(next.stored()).containsExactly(name(4, 1), name(5, 2), name(6, 2));
        assertThat(next.files.files()).doesNotContainKey(shared);
    }

    private void commitByHand(long id, List<String> files, CheckpointName... retained) throws IOException {
        String digest = job.storage.publish(Samples.manifest(name(id, 1), files, retained));
        job.log.commit(Samples.commit(name(id, 1), digest));
    }
}
