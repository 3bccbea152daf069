package io.millrace.integration;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Copies what a process prints to a file, and remembers the lines of a {@link WorkerVoice}. Thread-safe. */
final class WorkerLog {

    private static final int TAIL_LINES = 60;

    private final Path file;
    private final List<String> said = new ArrayList<>();
    private boolean ended;

    private WorkerLog(Path file) {
        this.file = file;
    }

    /** Follows the output of a process to its end. */
    static WorkerLog follow(InputStream output, Path file) {
        WorkerLog log = new WorkerLog(file);
        Thread thread = new Thread(() -> log.copy(output), "log of " + file.getFileName());
        thread.setDaemon(true);
        thread.start();
        return log;
    }

    private void copy(InputStream output) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
                PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file), true)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                writer.println(line);
                if (line.startsWith("@")) {
                    add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Could not write " + file, e);
        } finally {
            end();
        }
    }

    private synchronized void add(String line) {
        said.add(line);
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Waits until so many lines of a kind were said; false if that did not come within the bound, or cannot any more. */
    synchronized boolean await(String kind, int count, Duration bound) {
        long deadline = System.nanoTime() + bound.toNanos();
        while (count(kind) < count && !ended && System.nanoTime() < deadline) {
            awaitChange(deadline);
        }
        return count(kind) >= count;
    }

    /** Waits until the process has said its last. */
    synchronized void awaitEnd(Duration bound) {
        long deadline = System.nanoTime() + bound.toNanos();
        while (!ended && System.nanoTime() < deadline) {
            awaitChange(deadline);
        }
    }

    private synchronized void awaitChange(long deadline) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline - System.nanoTime()));
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the test", e);
        }
    }

    synchronized List<String> said(String kind) {
        return said.stream()
                .filter(line -> line.startsWith(kind))
                .map(line -> line.substring(kind.length()))
                .toList();
    }

    int count(String kind) {
        return said(kind).size();
    }

    /** The last lines, for a person to read. */
    String tail() {
        try {
            List<String> lines = Files.readAllLines(file);
            return "\n--- end of " + file + ":\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size())) + "\n---";
        } catch (IOException e) {
            return "\n--- no log: " + e;
        }
    }
}
