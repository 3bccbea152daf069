package io.millrace.samples.demo;

import io.millrace.samples.CheckpointLine;
import io.millrace.samples.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One {@code word-count} in a process of its own, which ends with this one at the latest. Confined to one thread, except
 * {@link #close}.
 */
final class WordCountProcess implements AutoCloseable {

    /** What a shell and Java report of a process that SIGKILL ended: 128 and the signal's number. */
    static final int KILLED = 128 + 9;

    private final Process process;
    private final ProcessOutput output;

    private WordCountProcess(Process process, ProcessOutput output) {
        this.process = process;
        this.output = output;
    }

    static WordCountProcess start(String bootstrapServers, Path storage, Consumer<String> lines) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // small and quick to start
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(arguments(bootstrapServers, storage));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return new WordCountProcess(process, ProcessOutput.follow(process, lines));
        } catch (IOException e) {
            throw new DemoException("Could not start " + String.join(" ", command), e);
        }
    }

    private static List<String> arguments(String bootstrapServers, Path storage) {
        return List.of(
                "word-count",
                "--bootstrap-servers=" + bootstrapServers,
                "--input=" + DemoSettings.INPUT,
                "--output=" + DemoSettings.OUTPUT,
                "--storage=" + storage.toUri(),
                "--checkpoint-interval=300ms",
                "--parallelism=2",
                "--end-with-parent");
    }

    long pid() {
        return process.pid();
    }

    /** Throws if the process ended although nobody asked it to. */
    void requireAlive() {
        if (!process.isAlive()) {
            throw new DemoException(
                    "The word count ended by itself, with exit code " + process.exitValue(), output.tail());
        }
    }

    /** The checkpoints that it reported as committed. */
    List<CheckpointLine> checkpoints() {
        return output.checkpoints();
    }

    List<String> tail() {
        return output.tail();
    }

    /** Ends it by SIGKILL. */
    void kill() throws InterruptedException {
        // By the handle: Process.destroyForcibly also closes stdout, and with it what was said last.
        process.toHandle().destroyForcibly();
        requireExit("SIGKILL", KILLED, Duration.ofSeconds(10));
    }

    /** Ends it by SIGTERM, which lets it take a last checkpoint. */
    void terminate() throws InterruptedException {
        // By the handle: Process.destroy also closes stdin, which means that the parent is gone.
        process.toHandle().destroy();
        requireExit("SIGTERM", 0, Duration.ofSeconds(40));
    }

    private void requireExit(String signal, int expected, Duration bound) throws InterruptedException {
        if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new DemoException(
                    "The word count did not end within " + bound.toSeconds() + " s of " + signal, output.tail());
        }
        output.awaitEnd();
        if (process.exitValue() != expected) {
            throw new DemoException(
                    "Expected exit code " + expected + " of the word count after " + signal + ", found "
                            + process.exitValue(),
                    output.tail());
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
