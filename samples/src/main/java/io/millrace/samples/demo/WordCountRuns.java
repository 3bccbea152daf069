package io.millrace.samples.demo;

import io.millrace.samples.CheckpointLine;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The word count over all its processes, one at a time. Confined to one thread, except {@link #close}. */
final class WordCountRuns implements AutoCloseable {

    private final String bootstrapServers;
    private final Path storage;
    private final Console console;
    private final Consumer<String> log;
    private volatile @Nullable WordCountProcess current;
    private int checkpointsOfEndedProcesses;

    WordCountRuns(String bootstrapServers, Path storage, boolean verbose, Console console) {
        this.bootstrapServers = bootstrapServers;
        this.storage = storage;
        this.console = console;
        this.log = verbose ? line -> console.say("  | " + line) : line -> {};
    }

    void start() {
        WordCountProcess started = WordCountProcess.start(bootstrapServers, storage, log);
        current = started;
        console.say("started word-count as process " + started.pid());
    }

    /** Throws if the process ended although nobody asked it to. */
    void requireAlive() {
        running().requireAlive();
    }

    /** What the process has said last. */
    List<String> tail() {
        return running().tail();
    }

    /** Ends the process by SIGKILL; the caller starts the next one. */
    void kill() throws InterruptedException {
        WordCountProcess process = running();
        process.kill();
        console.say("killed process " + process.pid() + " with SIGKILL, exit code " + WordCountProcess.KILLED
                + lastCheckpoint(process.checkpoints()));
        ended(process);
    }

    /** Stops the process in good order, by SIGTERM. */
    void terminate() throws InterruptedException {
        WordCountProcess process = running();
        process.terminate();
        console.say("stopped process " + process.pid() + " with SIGTERM, exit code 0"
                + lastCheckpoint(process.checkpoints()));
        ended(process);
    }

    /** How many checkpoints all processes have reported as committed. */
    int checkpoints() {
        return checkpointsOfEndedProcesses + checkpointsOfThisProcess();
    }

    int checkpointsOfThisProcess() {
        WordCountProcess process = current;
        return process == null ? 0 : process.checkpoints().size();
    }

    private void ended(WordCountProcess process) {
        checkpointsOfEndedProcesses += process.checkpoints().size();
        current = null;
    }

    private WordCountProcess running() {
        WordCountProcess process = current;
        if (process == null) {
            throw new IllegalStateException("No word-count runs");
        }
        return process;
    }

    private static String lastCheckpoint(List<CheckpointLine> checkpoints) {
        if (checkpoints.isEmpty()) {
            return "";
        }
        CheckpointLine last = checkpoints.get(checkpoints.size() - 1);
        return "; it was run " + last.run() + " and had committed checkpoint " + last.checkpointId();
    }

    @Override
    public void close() throws InterruptedException {
        WordCountProcess process = current;
        if (process != null) {
            process.close();
        }
    }
}
