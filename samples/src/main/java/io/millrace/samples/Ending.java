package io.millrace.samples;

import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.Job;
import io.millrace.api.JobFailedException;
import io.millrace.api.JobState;
import io.millrace.api.StartRefusedException;
import io.millrace.api.StopTimeoutException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * How a program ended, as the shell is told: an exit code and, unless all went well, one line on stderr. Immutable.
 *
 * @param code the exit code
 * @param cause what went wrong; null if nothing did
 */
public record Ending(ExitCode code, @Nullable Throwable cause) {

    static final Ending SUCCESS = new Ending(ExitCode.OK, null);

    /** Finds the exit code that belongs to an exception. */
    public static Ending of(Throwable thrown) {
        Throwable cause = thrown;
        while (isWrapper(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new Ending(codeOf(cause), cause);
    }

    /** Waits for the end of a job. */
    static Ending await(Job job) throws InterruptedException {
        try {
            job.await();
            return SUCCESS;
        } catch (RuntimeException e) {
            return of(e);
        }
    }

    /** Reads off how a job ended. */
    static Ending of(Job job) {
        JobState state = job.state();
        return switch (state) {
            case FINISHED, STOPPED -> SUCCESS;
            case FENCED, FAILED ->
                job.failure()
                        .map(Ending::of)
                        .orElse(new Ending(state == JobState.FENCED ? ExitCode.FENCED : ExitCode.FAILED, null));
            case CREATED, STANDBY, RUNNING, RESTARTING ->
                new Ending(
                        ExitCode.FAILED,
                        new IllegalStateException("Job '" + job.name() + "' was to have ended, but is " + state));
        };
    }

    /**
     * Prints the line, if there is one.
     *
     * @param verbose whether the stack trace follows
     */
    public void print(PrintStream err, boolean verbose) {
        if (code == ExitCode.OK) {
            return;
        }
        err.println("millrace: " + code.label() + ": " + (cause == null ? "no reason was given" : lineOf(cause)));
        if (verbose && cause != null) {
            cause.printStackTrace(err);
        }
    }

    /** What {@link Job#await} adds says nothing that its cause does not. */
    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof JobFailedException
                || (thrown instanceof FencedException && thrown.getCause() instanceof FencedException);
    }

    private static ExitCode codeOf(Throwable cause) {
        if (cause instanceof StartRefusedException) {
            return ExitCode.REFUSED;
        }
        if (cause instanceof FencedException) {
            return ExitCode.FENCED;
        }
        if (cause instanceof DamagedException) {
            return ExitCode.DAMAGED;
        }
        return cause instanceof StopTimeoutException ? ExitCode.STOP_TIMED_OUT : ExitCode.FAILED;
    }

    /** A message of our own speaks for itself; of others the type is needed to make sense of it. */
    private static String lineOf(Throwable cause) {
        String message = cause.getMessage();
        boolean ours = cause.getClass().getName().startsWith("io.millrace.");
        return (ours && message != null ? message : cause.toString()).replaceAll("\\s*\\R\\s*", " ");
    }
}
