package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.IDENTITY;
import static io.millrace.checkpoint.Samples.JOB;
import static io.millrace.checkpoint.Samples.commit;
import static io.millrace.checkpoint.Samples.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.checkpoint.storage.FaultyStorage;
import io.millrace.spi.FileRef;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.SnapshotStore.Content;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** G05: each file of a checkpoint is cut, dropped and changed in turn; nothing of it may reach a task. */
class DamagedFilesTest {

    private static final int ALWAYS_IN_MEMORY = 1 << 20;
    private static final int NEVER_IN_MEMORY = -1;

    private final FaultyStorage files = new FaultyStorage();
    private LogEntry.Commit committed;

    @BeforeEach
    void commitACheckpoint() throws IOException {
        JobStorage storage = new JobStorage(files, JOB);
        CheckpointFiles store = storage.filesOf(name(5, 2));
        FileRef small = store.writeExclusive("a", random(1, 10));
        FileRef alsoSmall = store.writeExclusive("b", random(2, 100));
        FileRef large = store.writeExclusive("c", random(3, 100_000));
        FileRef shared = store.writeShared("d", random(4, 1000));
        store.seal();
        StateRef state = Samples.state(small, alsoSmall, large, shared);
        Manifest manifest = new Manifest(
                IDENTITY,
                name(5, 2),
                0,
                128,
                1,
                List.of(new OperatorState("counts", 1, List.of(state), List.of())),
                List.of());
        committed = commit(name(5, 2), storage.publish(manifest));
        assertThat(files.files()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {ALWAYS_IN_MEMORY, NEVER_IN_MEMORY})
    void shouldReadEverythingWhenNothingIsDamaged(int memoryLimit) throws IOException {
        assertThat(restore(files, memoryLimit)).isEqualTo(101_110);
    }

    @ParameterizedTest
    @ValueSource(ints = {ALWAYS_IN_MEMORY, NEVER_IN_MEMORY})
    void shouldNameTheFileWhenItsLastByteIsCutOff(int memoryLimit) {
        assertNoticedInEachFile(memoryLimit, bytes -> Arrays.copyOf(bytes, bytes.length - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {ALWAYS_IN_MEMORY, NEVER_IN_MEMORY})
    void shouldNameTheFileWhenItsFirstByteIsCutOff(int memoryLimit) {
        assertNoticedInEachFile(memoryLimit, bytes -> Arrays.copyOfRange(bytes, 1, bytes.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {ALWAYS_IN_MEMORY, NEVER_IN_MEMORY})
    void shouldNameTheFileWhenItIsEmpty(int memoryLimit) {
        assertNoticedInEachFile(memoryLimit, bytes -> new byte[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {ALWAYS_IN_MEMORY, NEVER_IN_MEMORY})
    void shouldNameTheFileWhenItIsMissing(int memoryLimit) {
        assertNoticedInEachFile(memoryLimit, bytes -> null);
    }

    @ParameterizedTest
    @ValueSource(ints = {ALWAYS_IN_MEMORY, NEVER_IN_MEMORY})
    void shouldNameTheFileWhenABitIsFlipped(int memoryLimit) {
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            assertNoticedInEachFile(memoryLimit, bytes -> {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                return bytes;
            });
        }
    }

    @Test
    void shouldNoticeAMissingOrShortFileBeforeAnythingIsRead() {
        for (String path : files.files().keySet()) {
            for (boolean missing : new boolean[] {true, false}) {
                FaultyStorage damaged = files.copy();
                damaged.files()
                        .computeIfPresent(
                                path, (same, bytes) -> missing ? null : Arrays.copyOf(bytes, bytes.length - 1));
                JobStorage storage = new JobStorage(damaged, JOB);

                assertThatThrownBy(() -> storage.requireFiles(storage.load(committed)))
                        .isInstanceOf(DamagedException.class)
                        .hasMessageContaining(path);
            }
        }
    }

    private void assertNoticedInEachFile(int memoryLimit, UnaryOperator<byte[]> damage) {
        for (String path : files.files().keySet()) {
            FaultyStorage damaged = files.copy();
            damaged.files().computeIfPresent(path, (same, bytes) -> damage.apply(bytes.clone()));

            assertThatThrownBy(() -> restore(damaged, memoryLimit))
                    .as(path)
                    .isInstanceOf(DamagedException.class)
                    .hasMessageContaining(path);
        }
    }

    /** Reads as a restore does, and returns how many bytes that was. */
    private long restore(FaultyStorage from, int memoryLimit) throws IOException {
        Manifest manifest = new JobStorage(from, JOB).load(committed);
        SnapshotReader reader = new CheckedReads(new JobFolder(from, JOB), memoryLimit);
        long length = 0;
        for (FileRef ref : manifest.operators().get(0).states().get(0).files()) {
            try (InputStream in = reader.read(ref)) {
                length += in.readAllBytes().length;
            }
        }
        return length;
    }

    private static Content random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return out -> out.write(bytes);
    }
}
