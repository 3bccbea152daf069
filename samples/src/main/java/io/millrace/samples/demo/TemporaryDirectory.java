package io.millrace.samples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory that is removed with all it holds when closed. Thread-safe.
 *
 * @param path where it is
 */
record TemporaryDirectory(Path path) implements AutoCloseable {

    static TemporaryDirectory create() {
        try {
            return new TemporaryDirectory(Files.createTempDirectory("millrace-demo-"));
        } catch (IOException e) {
            throw new UncheckedIOException("Could not make a temporary directory for checkpoints", e);
        }
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(path)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : deepestFirst) {
            Files.deleteIfExists(each);
        }
    }
}
