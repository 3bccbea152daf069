package io.millrace.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The files that a job keeps in a {@code file:} storage.
 *
 * @param folder the job's folder
 */
record JobFiles(Path folder) {

    /** All files, sorted; none if there is no such folder. */
    List<Path> all() {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The manifests, by name of their folder. */
    List<Path> manifests() {
        return all().stream().filter(file -> file.endsWith("manifest.json")).toList();
    }

    /** The folders of checkpoints, with a manifest or without. */
    List<Path> checkpoints() {
        Path checkpoints = folder.resolve("checkpoints");
        return all().stream()
                .filter(file -> file.startsWith(checkpoints))
                .map(Path::getParent)
                .distinct()
                .toList();
    }

    /** The files of one checkpoint. */
    static List<Path> of(Path checkpoint) {
        return new JobFiles(checkpoint).all();
    }

    static void create(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces a file's bytes. */
    static void damage(Path file, UnaryOperator<byte[]> damage) {
        write(file, damage.apply(read(file)));
    }
}
