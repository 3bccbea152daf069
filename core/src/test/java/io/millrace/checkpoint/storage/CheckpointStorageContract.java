package io.millrace.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every checkpoint storage must do. */
abstract class CheckpointStorageContract {

    abstract CheckpointStorage storage();

    @Test
    void shouldReadBackWhatWasPublished() throws IOException {
        publish("job/a/file.state", "content");

        assertThat(read("job/a/file.state")).isEqualTo("content");
        assertThat(storage().length("job/a/file.state")).isEqualTo(7);
    }

    @Test
    void shouldShowNothingUntilPublished() throws IOException {
        try (Upload upload = storage().create("job/file")) {
            upload.out().write("content".getBytes(UTF_8));
            upload.out().flush();

            assertThat(storage().list("job")).allMatch(path -> path.startsWith("job/."));
            assertThatThrownBy(() -> storage().length("job/file")).isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    void shouldLeaveNothingWhenClosedUnpublished() throws IOException { // G06
        try (Upload upload = storage().create("job/file")) {
            upload.out().write("half".getBytes(UTF_8));
        }

        assertThat(storage().list("")).isEmpty();
        assertThatThrownBy(() -> storage().open("job/file")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldKeepTheFirstWhenTheNameExists() throws IOException {
        publish("job/file", "first");

        assertThatThrownBy(() -> publish("job/file", "second")).isInstanceOf(FileAlreadyExistsException.class);

        assertThat(read("job/file")).isEqualTo("first");
        assertThat(storage().list("")).containsExactly("job/file");
    }

    @Test
    void shouldLetExactlyOneWinWhenManyPublishTheSameName() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 20; round++) {
                String path = "job/log/" + round;
                List<Callable<Boolean>> racers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    String content = "racer " + i;
                    racers.add(() -> tryPublish(path, content));
                }

                int winners = 0;
                for (Future<Boolean> racer : threads.invokeAll(racers)) {
                    winners += racer.get() ? 1 : 0;
                }

                assertThat(winners).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldListAllFilesBelowAFolderSorted() throws IOException {
        publish("job/b/2", "");
        publish("job/b/1/x", "");
        publish("job/a", "");
        publish("job/bb", "");
        publish("other", "");

        assertThat(storage().list("job/b")).containsExactly("job/b/1/x", "job/b/2");
        assertThat(storage().list("job")).containsExactly("job/a", "job/b/1/x", "job/b/2", "job/bb");
        assertThat(storage().list("")).hasSize(5);
        assertThat(storage().list("nothing")).isEmpty();
    }

    @Test
    void shouldSayWhetherThereWasAFileToDelete() throws IOException {
        publish("job/a/file", "");

        assertThat(storage().delete("job/a/file")).isTrue();
        assertThat(storage().delete("job/a/file")).isFalse();
        assertThat(storage().list("")).isEmpty();
    }

    @Test
    void shouldDeleteAllBelowAFolderAndNothingElse() throws IOException {
        publish("job/a/1", "");
        publish("job/a/deep/2", "");
        publish("job/ab", "");

        storage().deleteAll("job/a");
        storage().deleteAll("job/nothing");

        assertThat(storage().list("")).containsExactly("job/ab");
    }

    @Test
    void shouldTakeAFileAgainAfterItsFolderWasEmptied() throws IOException {
        publish("job/a/file", "old");
        storage().delete("job/a/file");

        publish("job/a/file", "new");

        assertThat(read("job/a/file")).isEqualTo("new");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "/etc/passwd", "../other", "job/../../other", "job//file", "job/.hidden", "job/", "job/a b"})
    void shouldRefuseAPathThatIsNotPlain(String path) {
        assertThatThrownBy(() -> storage().create(path)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> storage().open(path)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> storage().delete(path)).isInstanceOf(IllegalArgumentException.class);
    }

    void publish(String path, String content) throws IOException {
        try (Upload upload = storage().create(path)) {
            upload.out().write(content.getBytes(UTF_8));
            upload.publish();
        }
    }

    private boolean tryPublish(String path, String content) throws IOException {
        try {
            publish(path, content);
            return true;
        } catch (FileAlreadyExistsException expectedForLosers) {
            return false;
        }
    }

    String read(String path) throws IOException {
        try (InputStream in = storage().open(path)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
