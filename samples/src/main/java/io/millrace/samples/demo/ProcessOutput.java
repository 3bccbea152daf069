package io.millrace.samples.demo;

import io.millrace.samples.CheckpointLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Follows what a word count prints: finds its checkpoints and keeps its last lines. Thread-safe. */
final class ProcessOutput {

    private static final int TAIL_LINES = 15;
    private static final long END_BOUND_MILLIS = 5_000;

    private final Consumer<String> lines;
    private final List<CheckpointLine> checkpoints = new ArrayList<>();
    private final Deque<String> tail = new ArrayDeque<>();
    private final Thread thread;

    private ProcessOutput(Process process, Consumer<String> lines) {
        this.lines = lines;
        this.thread = new Thread(() -> readAll(process), "output-of-" + process.pid());
        thread.setDaemon(true);
    }

    static ProcessOutput follow(Process process, Consumer<String> lines) {
        ProcessOutput output = new ProcessOutput(process, lines);
        output.thread.start();
        return output;
    }

    synchronized List<CheckpointLine> checkpoints() {
        return List.copyOf(checkpoints);
    }

    /** What was printed last. */
    synchronized List<String> tail() {
        return List.copyOf(tail);
    }

    /** Waits, bounded, until everything that the ended process printed has been looked at. */
    void awaitEnd() throws InterruptedException {
        thread.join(END_BOUND_MILLIS);
    }

    private void readAll(Process process) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(this::onLine);
        } catch (IOException | UncheckedIOException expectedWhenClosed) {
            // by close() at the end of the demo; nobody wants the rest
        }
    }

    private void onLine(String line) {
        lines.accept(line);
        synchronized (this) {
            CheckpointLine.parse(line).ifPresent(checkpoints::add);
            tail.addLast(line);
            if (tail.size() > TAIL_LINES) {
                tail.removeFirst();
            }
        }
    }
}
