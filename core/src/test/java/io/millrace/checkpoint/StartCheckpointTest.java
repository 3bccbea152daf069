package io.millrace.checkpoint;

import static io.millrace.checkpoint.CoordinatorFixture.INTERVAL;
import static io.millrace.checkpoint.CoordinatorFixture.TIMEOUT;
import static io.millrace.checkpoint.Samples.name;
import static io.millrace.checkpoint.Samples.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.spi.CommitLog;
import io.millrace.spi.SourceSplit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where added sources start, committed onto a checkpoint with state. */
class StartCheckpointTest {

    private static final Timing TIMING = Timing.of(INTERVAL, TIMEOUT);

    private CoordinatorFixture job;

    @BeforeEach
    void startJobWithState() throws IOException {
        job = CoordinatorFixture.started();
        job.complete(2);
        job.complete(3);
    }

    @Test
    void shouldReferToAllThatIsRestoredAndAddTheStarts() throws IOException {
        Manifest restored = load(name(3, 1));

        Manifest manifest = commitOnto(restored, Map.of("more", List.of(split("more-1", 5), split("more-0", 7))));

        assertThat(job.decided()).isEqualTo(name(4, 2));
        assertThat(load(name(4, 2))).isEqualTo(manifest);
        assertThat(manifest.operators()).containsAll(restored.operators()).hasSize(3);
        assertThat(manifest.operator("more").orElseThrow())
                .isEqualTo(new OperatorState("more", 1, List.of(), List.of(split("more-0", 7), split("more-1", 5))));
        assertThat(manifest.files()).isEqualTo(restored.files()).isNotEmpty();
        assertThat(manifest.retained()).containsExactly(name(1, 1), name(2, 1), name(3, 1));
    }

    @Test
    void shouldKnowAnAddedSourceThatHasNoSplitYet() throws IOException {
        Manifest manifest = commitOnto(load(name(3, 1)), Map.of("more", List.of()));

        assertThat(manifest.operator("more").orElseThrow().positions()).isEmpty();
    }

    /** C01 */
    @Test
    void shouldKeepFilesOfTheRestoredCheckpointAsLongAsTheyAreReferredTo() throws IOException {
        // given
        Manifest restored = load(name(3, 1));
        Manifest manifest = commitOnto(restored, Map.of("more", List.of(split("more-0", 7))));
        List<String> files = restored.files().keySet().stream()
                .map(path -> Samples.JOB + "/" + path)
                .toList();

        // when: the restored one retires, the one onto it stays; its successor looks at what lower runs left
        CoordinatorFixture next = CoordinatorFixture.started(job.files, TIMING, 2);
        next.complete(5);

        // then
        assertThat(next.storage.find(name(3, 1))).isEmpty();
        next.storage.requireFiles(manifest);
        CoordinatorFixture third = CoordinatorFixture.started(job.files, TIMING, 3);
        third.complete(6);
        third.storage.requireFiles(manifest);
        assertThat(third.stored()).contains(name(4, 2), name(5, 3), name(6, 4));

        // and when that one goes as well, nothing is left
        third.complete(7);
        assertThat(third.stored()).containsExactly(name(5, 3), name(6, 4), name(7, 4));
        assertThat(third.files.files()).doesNotContainKeys(files.toArray(String[]::new));
    }

    private Manifest load(CheckpointName name) throws IOException {
        return job.storage.find(name).orElseThrow();
    }

    private Manifest commitOnto(Manifest restored, Map<String, List<SourceSplit>> starts) throws IOException {
        CommitLog log = new StorageCommitLog(job.files, Samples.JOB);
        log.fence();
        log.takeOver(Samples.takeover(2));
        CoordinatorSettings settings = new CoordinatorSettings(
                Samples.IDENTITY, 2, 4, TIMING, 2, 128, 1, Map.of("lines", 2, "counts", 1, "more", 1));
        return new StartCheckpoint(settings, log, job.storage, job.loop.clock()).commit(Optional.of(restored), starts);
    }
}
