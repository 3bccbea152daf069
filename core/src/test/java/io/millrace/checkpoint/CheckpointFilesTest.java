package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.JOB;
import static io.millrace.checkpoint.Samples.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.checkpoint.storage.FaultyStorage;
import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import io.millrace.spi.FileRef;
import io.millrace.spi.SnapshotStore.Content;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class CheckpointFilesTest {

    private static final int SMALL = CheckpointFiles.SMALL_STATE_BYTES;

    private final FaultyStorage storage = new FaultyStorage();
    private final JobStorage job = new JobStorage(storage, JOB);
    private final CheckpointFiles files = job.filesOf(name(5, 2));

    @Test
    void shouldPutSmallStatesIntoOneFile() throws IOException {
        FileRef first = files.writeExclusive("counts", bytes(1, 100));
        FileRef second = files.writeExclusive("counts", bytes(2, SMALL));
        FileRef empty = files.writeExclusive("nothing", out -> {});
        files.seal();

        assertThat(storage.files()).containsOnlyKeys("word-count/checkpoints/5-2/small-0.state");
        assertThat(read(first)).isEqualTo(random(1, 100));
        assertThat(read(second)).isEqualTo(random(2, SMALL));
        assertThat(read(empty)).isEmpty();
    }

    @Test
    void shouldWriteSmallStatesOnlyWhenSealed() throws IOException {
        files.writeExclusive("counts", bytes(1, 100));

        assertThat(storage.files()).isEmpty();
        assertThat(files.seal()).isTrue();
        assertThat(storage.files()).hasSize(1);
    }

    @Test
    void shouldWriteNothingWhenThereIsNoState() throws IOException {
        assertThat(files.seal()).isFalse();

        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldGiveALargeStateAFileOfItsOwn() throws IOException {
        FileRef large = files.writeExclusive("join left/right", bytes(1, SMALL + 1));
        FileRef larger = files.writeExclusive("counts", bytes(2, 10 * SMALL));

        assertThat(storage.files().keySet())
                .containsExactly(
                        "word-count/checkpoints/5-2/1-join_left_right.state",
                        "word-count/checkpoints/5-2/2-counts.state");
        assertThat(read(large)).isEqualTo(random(1, SMALL + 1));
        assertThat(read(larger)).isEqualTo(random(2, 10 * SMALL));
    }

    @Test
    void shouldBoundTheMemoryForSmallStates() throws IOException {
        List<FileRef> refs = new ArrayList<>();
        int states = 2 * CheckpointFiles.GATHERED_BYTES / SMALL + 1;
        for (int i = 0; i < states; i++) {
            refs.add(files.writeExclusive("counts", bytes(i, SMALL)));
        }

        assertThat(storage.files()).hasSize(2); // written when full, without waiting for the end
        files.seal();
        assertThat(storage.files()).hasSize(3);
        for (int i = 0; i < states; i++) {
            assertThat(read(refs.get(i))).isEqualTo(random(i, SMALL));
        }
    }

    @Test
    void shouldMakeSharedFilesUnderUniqueNamesAtOnce() throws IOException {
        FileRef first = files.writeShared("table.sst", bytes(1, 10));
        FileRef second = files.writeShared("table.sst", bytes(2, 10));
        FileRef otherRun = job.filesOf(name(5, 3)).writeShared("table.sst", bytes(3, 10));

        assertThat(storage.files()).hasSize(3);
        assertThat(List.of(first, second, otherRun))
                .allSatisfy(ref -> assertThat(ref.path()).startsWith("shared/5-"));
        assertThat(read(otherRun)).isEqualTo(random(3, 10));
    }

    @Test
    void shouldTakeNothingAfterItWasSealed() throws IOException {
        files.seal();

        assertThatThrownBy(() -> files.writeExclusive("late", bytes(1, 10))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> files.writeExclusive("late", bytes(1, 2 * SMALL)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> files.writeShared("late", bytes(1, 10))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldDeleteEverythingWhenGivenUp() throws IOException { // C08
        // given
        files.writeExclusive("large", bytes(1, 2 * SMALL));
        files.writeShared("table", bytes(2, 10));
        files.writeExclusive("small", bytes(3, 10));
        files.seal();
        storage.files().put("word-count/checkpoints/4-2/other", new byte[1]);

        // when
        files.cancel();
        files.deleteWritten();

        // then
        assertThat(storage.files()).containsOnlyKeys("word-count/checkpoints/4-2/other");
    }

    @Test
    void shouldDeleteWhatMayHaveBeenWrittenWhenGivenUp() throws IOException { // C04, C08
        storage.inject(Operation.PUBLISH, "large", Fault.DONE_BUT_THROWS);
        assertThatThrownBy(() -> files.writeExclusive("large", bytes(1, 2 * SMALL)))
                .isInstanceOf(IOException.class);
        assertThat(storage.files()).hasSize(1);

        files.cancel();
        files.deleteWritten();

        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldLeaveNothingWhenTheDiskIsFull() throws IOException { // C08
        storage.inject(Operation.WRITE, "", Fault.FAILS);

        assertThatThrownBy(() -> files.writeExclusive("large", bytes(1, 2 * SMALL)))
                .isInstanceOf(IOException.class);
        files.writeExclusive("small", bytes(2, 10));
        assertThatThrownBy(files::seal).isInstanceOf(IOException.class);

        files.cancel();
        files.deleteWritten();
        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldLeaveNothingWhenTheStateThrowsInTheMiddle() { // G06
        Content throwing = out -> {
            out.write(random(1, 2 * SMALL));
            throw new IOException("in the middle");
        };

        assertThatThrownBy(() -> files.writeExclusive("large", throwing)).hasMessage("in the middle");
        assertThatThrownBy(() -> files.writeShared("table", throwing)).hasMessage("in the middle");

        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldStopAWriteWhenGivenUpInTheMiddle() throws IOException { // G06
        Content writing = out -> {
            out.write(random(1, 2 * SMALL));
            files.cancel();
            files.deleteWritten();
            out.write(random(2, 10));
        };

        assertThatThrownBy(() -> files.writeExclusive("large", writing)).isInstanceOf(CancellationException.class);

        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldDeleteAFileThatIsPublishedWhileItIsGivenUp() { // C08
        storage.before(Operation.PUBLISH, "large", () -> {
            files.cancel();
            deleteWritten();
        });

        assertThatThrownBy(() -> files.writeExclusive("large", bytes(1, 2 * SMALL)))
                .isInstanceOf(CancellationException.class);

        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldDeleteAFileThatMayHaveBeenPublishedWhileItIsGivenUp() { // C04, C08
        storage.before(Operation.PUBLISH, "large", () -> {
            files.cancel();
            deleteWritten();
            storage.inject(Operation.PUBLISH, "large", Fault.DONE_BUT_THROWS, 1);
        });

        assertThatThrownBy(() -> files.writeExclusive("large", bytes(1, 2 * SMALL)))
                .isInstanceOf(Exception.class);

        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldDeleteWhatItCanWhenSomethingCannotBeDeleted() throws IOException { // C08
        files.writeExclusive("first", bytes(1, 2 * SMALL));
        files.writeExclusive("second", bytes(2, 2 * SMALL));
        storage.inject(Operation.DELETE, "first", Fault.FAILS);
        files.cancel();

        assertThatThrownBy(files::deleteWritten).isInstanceOf(IOException.class);

        assertThat(storage.files()).containsOnlyKeys("word-count/checkpoints/5-2/1-first.state");
    }

    @Test
    void shouldRefuseEverythingOnceGivenUp() {
        files.cancel();

        assertThatThrownBy(() -> files.writeExclusive("small", bytes(1, 10))).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> files.writeShared("table", bytes(1, 10))).isInstanceOf(CancellationException.class);
        assertThatThrownBy(files::seal).isInstanceOf(CancellationException.class);
        assertThat(storage.files()).isEmpty();
    }

    @Test
    void shouldNotDeleteAFileThatAnotherMade() throws IOException {
        storage.files().put("word-count/checkpoints/5-2/1-large.state", new byte[] {1});

        assertThatThrownBy(() -> files.writeExclusive("large", bytes(1, 2 * SMALL)))
                .isInstanceOf(IOException.class);
        files.cancel();
        files.deleteWritten();

        assertThat(storage.files()).hasSize(1);
    }

    private void deleteWritten() {
        try {
            files.deleteWritten();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] read(FileRef ref) throws IOException {
        try (var in = job.read(ref)) {
            return in.readAllBytes();
        }
    }

    private static Content bytes(int seed, int length) {
        return out -> out.write(random(seed, length));
    }

    private static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
