package io.millrace.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.TimeUnit;

/**
 * A process stopped by SIGSTOP, and the guard that watches over it.
 *
 * <p>A stopped process cannot notice that its parent is gone. So a small shell does: it sends SIGSTOP and waits; told to, it
 * sends SIGCONT; when its standard input ends without a word, this JVM is gone, and it sends SIGKILL. Confined to one thread at a time.
 */
public final class FrozenProcess {
    private static final String GUARD = "trap '' HUP INT TERM; kill -STOP \"$1\" && echo frozen || exit 1; "
            + "if read -r word; then kill -CONT \"$1\"; else kill -KILL \"$1\"; fi";
    private static final long BOUND_SECONDS = 10;

    private final long pid;
    private final Process guard;

    private FrozenProcess(long pid, Process guard) {
        this.pid = pid;
        this.guard = guard;
    }

    /** Sends SIGSTOP to the process and returns when that is done. */
    public static FrozenProcess freeze(long pid) {
        Process guard;
        try {
            guard = new ProcessBuilder("sh", "-c", GUARD, "sh", Long.toString(pid))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UnsupportedOperationException(
                    "Cannot freeze process " + pid
                            + ": that needs the commands sh and kill of a POSIX system, but this is "
                            + System.getProperty("os.name"),
                    e);
        }
        FrozenProcess frozen = new FrozenProcess(pid, guard);
        frozen.awaitStopped();
        return frozen;
    }

    private void awaitStopped() {
        try {
            BufferedReader reader = guard.inputReader();
            String answer = reader.readLine();
            if (answer == null) {
                throw new TestkitException("Could not send SIGSTOP to process " + pid + "; has it ended?");
            }
        } catch (IOException e) {
            guard.destroyForcibly();
            throw new TestkitException("Could not learn whether process " + pid + " got SIGSTOP", e);
        }
    }

    /** Sends SIGCONT to the process and returns when that is done. */
    public void thaw() {
        try (Writer writer = guard.outputWriter()) {
            writer.write("thaw\n");
        } catch (IOException e) {
            throw new TestkitException("Could not tell the guard to send SIGCONT to process " + pid, e);
        }
        try {
            if (!guard.waitFor(BOUND_SECONDS, TimeUnit.SECONDS) || guard.exitValue() != 0) {
                throw new TestkitException("Could not send SIGCONT to process " + pid + "; has it ended?");
            }
        } catch (InterruptedException e) {
            throw Await.interrupted("to thaw process " + pid, e);
        }
    }

    /** Ends the guard alone, so that it does nothing more to a process number that may soon belong to another. */
    public void forget() {
        guard.destroyForcibly();
    }
}
