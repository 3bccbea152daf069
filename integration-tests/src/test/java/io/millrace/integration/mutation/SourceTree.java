package io.millrace.integration.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The repository that this program was built from. Immutable. */
record SourceTree(Path root) {

    /** Looks for it from the working directory upwards. */
    static SourceTree here() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("core/src/main/java/io/millrace"))) {
                return new SourceTree(folder);
            }
        }
        throw new IllegalStateException("Mutations change sources, but neither " + start
                + " nor a folder above it is the repository: run this within it");
    }

    String read(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    /** Where everything of one mutation goes. */
    Path folderOf(Mutation mutation) {
        return root.resolve("integration-tests/target/mutations").resolve(mutation.name());
    }
}
