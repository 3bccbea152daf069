package io.millrace.integration.simulation;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.JsonFields;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads of manifests which files they name, without the engine's own code for it. */
final class ManifestFiles {

    static final String MANIFEST = "manifest.json";

    private ManifestFiles() {}

    static String pathOf(long checkpointId, long run) {
        return DrawnPipeline.NAME + "/checkpoints/" + checkpointId + "-" + run + "/" + MANIFEST;
    }

    /** The run that took the checkpoint, as the path of its manifest says. */
    static long runOf(String manifest) {
        return Long.parseLong(manifest.substring(manifest.lastIndexOf('-') + 1, manifest.lastIndexOf('/')));
    }

    /** Paths of the files that a manifest names, with the length that each must have at least. */
    static SortedMap<String, Long> namedBy(CheckpointStorage storage, String manifest) {
        SortedMap<String, Long> files = new TreeMap<>();
        try (InputStream in = storage.open(manifest)) {
            for (JsonFields operator :
                    JsonFields.parse(in.readAllBytes(), manifest).objects("operators")) {
                for (JsonFields state : operator.objects("states")) {
                    for (JsonFields file : state.objects("files")) {
                        String path = DrawnPipeline.NAME + "/" + file.text("path");
                        files.merge(path, file.number("offset") + file.number("length"), Math::max);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }
}
