package io.millrace.testkit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file that a child process writes its output to, over all its starts. Thread-safe. */
final class LogFile {
    private static final int TAIL_LINES = 40;
    private static final int TAIL_BYTES = 32_768;

    private final Path path;
    private volatile long start;

    LogFile(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** What is in the file now belongs to earlier starts. */
    void markStart() throws IOException {
        start = Files.exists(path) ? Files.size(path) : 0;
    }

    /** The last lines since the start, in a form to be added to an error message. */
    String tail() {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long from = Math.max(start, file.length() - TAIL_BYTES);
            byte[] bytes = new byte[(int) Math.max(0, file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
            return last.isEmpty()
                    ? "; it wrote nothing to " + path
                    : "; the end of " + path + ":\n" + String.join("\n", last);
        } catch (IOException e) {
            return "; its log " + path + " cannot be read: " + e;
        }
    }
}
