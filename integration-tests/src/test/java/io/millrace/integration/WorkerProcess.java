package io.millrace.integration;

import static org.assertj.core.api.Assertions.fail;

import io.millrace.api.JobState;
import io.millrace.testkit.FrozenProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@link WordCountWorker} in a JVM of its own, seen from its parent: what it says, and the signals that it can be sent.
 *
 * <p>Its log goes to a file. It ends when this JVM ends, however that comes about. Confined to the test's thread.
 */
final class WorkerProcess implements AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Process process;
    private final WorkerLog log;
    private @Nullable FrozenProcess frozen;

    private WorkerProcess(Process process, WorkerLog log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a worker with settings, logging to {@code logFile}. */
    static WorkerProcess start(Map<String, String> settings, Path logFile) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.add(
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", "logback-test.xml"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WordCountWorker.class.getName()));
        settings.forEach((name, value) -> command.add(name + "=" + value));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return new WorkerProcess(process, WorkerLog.follow(process.getInputStream(), logFile));
        } catch (IOException e) {
            throw new UncheckedIOException("Could not start a worker", e);
        }
    }

    void awaitState(JobState state) {
        awaitLine(WorkerVoice.STATE + state, 1);
    }

    /** Waits until it has committed so many checkpoints in all. */
    void awaitCommitted(int count) {
        awaitLine(WorkerVoice.COMMITTED, count);
    }

    /** Waits until it has committed so many more checkpoints than by now. */
    void awaitMoreCommitted(int more) {
        awaitCommitted(log.count(WorkerVoice.COMMITTED) + more);
    }

    void awaitReached(Point point) {
        awaitLine(WorkerVoice.REACHED + point, 1);
    }

    /** Waits until it has ended by itself. */
    ExitCode awaitExit() {
        awaitEnd();
        int value = process.exitValue();
        return ExitCode.of(value)
                .orElseThrow(() -> new AssertionError("The worker ended with exit code " + value + log.tail()));
    }

    private void awaitEnd() {
        if (!endsWithin(BOUND)) {
            fail("The worker did not end within " + BOUND + log.tail());
        }
        log.awaitEnd(BOUND);
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    /** Whether it ends by itself within some time. */
    boolean endsWithin(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the test", e);
        }
    }

    /** Sends SIGKILL and returns when the process is gone. */
    void kill() {
        if (frozen != null) {
            frozen.forget();
            frozen = null;
        }
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    /** Sends SIGTERM. The handle does only that, while the process itself would close the pipes between us as well. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Sends SIGSTOP. */
    void freeze() {
        frozen = FrozenProcess.freeze(process.pid());
    }

    /** Sends SIGCONT. */
    void thaw() {
        if (frozen == null) {
            throw new IllegalStateException("The worker is not frozen");
        }
        frozen.thaw();
        frozen = null;
    }

    /** Releases the thread that its {@link StopPlan} holds, or will hold. */
    void release() {
        try {
            Writer toWorker = process.outputWriter();
            toWorker.write(ParentWatch.GO + "\n");
            toWorker.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Could not talk to the worker" + log.tail(), e);
        }
    }

    /** What it said of one kind, in order. */
    List<String> said(String kind) {
        return log.said(kind);
    }

    /** The end of its log, for messages of failed assertions. */
    String logTail() {
        return log.tail();
    }

    private void awaitLine(String prefix, int count) {
        if (!log.await(prefix, count, BOUND)) {
            fail("Waited " + BOUND + " for the worker to say '" + prefix.strip() + "' " + count + " times, in vain; it "
                    + (process.isAlive() ? "runs on" : "ended with exit code " + process.exitValue()) + log.tail());
        }
    }

    @Override
    public void close() {
        kill();
    }
}
