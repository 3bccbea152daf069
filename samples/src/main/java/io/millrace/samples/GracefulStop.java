package io.millrace.samples;

import io.millrace.api.Job;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.IntConsumer;

/**
 * Stops a job in good order when the JVM is asked to end, by SIGTERM or Ctrl-C, and turns that into a success.
 *
 * <p>A JVM that ends by a signal exits with 128 plus the number of the signal, 143 for SIGTERM, whatever its shutdown hooks
 * achieved; so this hook halts the JVM itself once the job has ended and everything is printed. Other hooks that have not run by
 * then are cut off: there are none in this program. Thread-safe.
 */
final class GracefulStop {

    private final Job job;
    private final Duration timeout;
    private final PrintStream err;
    private final boolean verbose;
    private final IntConsumer halt;
    private final Thread hook = new Thread(this::stopAndHalt, "stop-on-shutdown");

    GracefulStop(Job job, Duration timeout, PrintStream err, boolean verbose, IntConsumer halt) {
        this.job = job;
        this.timeout = timeout;
        this.err = err;
        this.verbose = verbose;
        this.halt = halt;
    }

    void arm() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Takes the hook away again; false if the JVM is ending already, so that the hook has the last word. */
    boolean disarm() {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException expectedDuringShutdown) {
            return false;
        }
    }

    void stopAndHalt() {
        Ending ending = stop();
        ending.print(err, verbose);
        err.flush();
        System.out.flush();
        halt.accept(ending.code().number());
    }

    private Ending stop() {
        try {
            job.stop(timeout);
            return Ending.of(job);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Ending.of(e);
        } catch (RuntimeException e) {
            return Ending.of(e);
        }
    }
}
