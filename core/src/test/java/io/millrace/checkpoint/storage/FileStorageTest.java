package io.millrace.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileStorageTest extends CheckpointStorageContract {

    @TempDir
    private Path directory;

    private CheckpointStorage storage;

    @BeforeEach
    void open() {
        storage = CheckpointStorages.open(directory.toUri());
    }

    @Override
    CheckpointStorage storage() {
        return storage;
    }

    @Test
    void shouldLeaveNoFileBesideThePublishedOne() throws IOException {
        publish("job/a/file", "content");

        assertThat(allPaths()).containsExactlyInAnyOrder("job", "job/a", "job/a/file");
    }

    @Test
    void shouldThrowAwayTheUnfinishedFileWhenClosed() throws IOException { // G06
        try (Upload upload = storage.create("job/file")) {
            upload.out().write(new byte[100_000]);
        }

        assertThat(allPaths()).containsExactly("job");
    }

    @Test
    void shouldThrowAwayTheUnfinishedFileWhenTheNameExists() throws IOException {
        publish("job/file", "first");

        assertThatThrownBy(() -> publish("job/file", "second")).isInstanceOf(IOException.class);

        assertThat(allPaths()).containsExactlyInAnyOrder("job", "job/file");
    }

    @Test
    void shouldDeleteWhatACrashLeftUnfinishedWithItsFolder() throws IOException {
        // given: a process that writes and is killed
        Upload neverClosed = storage.create("job/checkpoints/1-1/state");
        neverClosed.out().flush();
        assertThat(storage.list("job")).singleElement().asString().startsWith("job/checkpoints/1-1/.state.");

        // when
        storage.deleteAll("job/checkpoints/1-1");

        // then
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldRemoveFoldersWithTheirLastFileButNotTheRoot() throws IOException {
        publish("job/a/b/1", "");
        publish("job/2", "");

        storage.delete("job/a/b/1");
        assertThat(allPaths()).containsExactlyInAnyOrder("job", "job/2");

        storage.delete("job/2");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldMakeFilesWhileOthersRemoveEmptyFolders() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        Callable<Void> makeAndDelete = () -> {
            for (int i = 0; i < 100; i++) {
                String path =
                        "job/checkpoints/" + i + "/" + Thread.currentThread().getId();
                publish(path, "");
                storage.delete(path);
            }
            return null;
        };
        try {
            for (Future<Void> done : threads.invokeAll(List.of(makeAndDelete, makeAndDelete, makeAndDelete))) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(storage.list("")).isEmpty();
    }

    @Test
    void shouldThrowWhenTheRootCannotBeRead() throws IOException { // C06
        Files.delete(directory);

        assertThatThrownBy(() -> storage.list("job"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString());
        assertThatThrownBy(() -> storage.list("")).isInstanceOf(IOException.class);
    }

    @Test
    void shouldNotMakeARootThatHasGone() throws IOException { // C06
        Files.delete(directory);

        assertThatThrownBy(() -> storage.create("job/file"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString());
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldRefuseADirectoryThatDoesNotExist() {
        Path missing = directory.resolve("missing");

        assertThatThrownBy(() -> CheckpointStorages.open(missing.toUri()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(missing + ", which does not exist");
        assertThat(missing).doesNotExist();
    }

    @Test
    void shouldRefuseAFileInPlaceOfTheDirectory() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> CheckpointStorages.open(file.toUri()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("is a file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:relative", "file://host/path", "file:///path?query", "file:///path#fragment"})
    void shouldRefuseAUriThatNamesNoDirectory(String uri) {
        assertThatThrownBy(() -> CheckpointStorages.open(URI.create(uri)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("file:///var/lib/millrace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://bucket/path", "/var/lib/millrace"})
    void shouldNameTheKnownSchemesWhenNobodyServesTheOneAskedFor(String uri) {
        assertThatThrownBy(() -> CheckpointStorages.open(URI.create(uri)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(uri)
                .hasMessageContaining("file, memory");
    }

    private List<String> allPaths() throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(path -> !path.equals(directory))
                    .map(path -> directory.relativize(path).toString())
                    .toList();
        }
    }
}
