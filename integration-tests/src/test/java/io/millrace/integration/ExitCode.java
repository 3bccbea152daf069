package io.millrace.integration;

import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.StartRefusedException;
import io.millrace.api.StopTimeoutException;
import java.util.Arrays;
import java.util.Optional;

/** How a worker process ended. */
enum ExitCode {
    FINE(0),
    FAILED(10),
    FENCED(11),
    DAMAGED(12),
    REFUSED(13),
    STOP_TIMED_OUT(14),
    /** It stopped itself at a point, as it was told to. */
    HALTED(20),
    /** Its parent is gone. */
    ORPHANED(21),
    /** SIGKILL, as Java reports it: 128 + 9. */
    KILLED(137);

    private final int value;

    ExitCode(int value) {
        this.value = value;
    }

    /** What a job's failure, or its cause, means. */
    static ExitCode of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FencedException) {
                return FENCED;
            } else if (cause instanceof DamagedException) {
                return DAMAGED;
            } else if (cause instanceof StartRefusedException) {
                return REFUSED;
            } else if (cause instanceof StopTimeoutException) {
                return STOP_TIMED_OUT;
            }
        }
        return FAILED;
    }

    /** The code that a process ended with; empty if no worker ends like that. */
    static Optional<ExitCode> of(int value) {
        return Arrays.stream(values()).filter(code -> code.value == value).findFirst();
    }

    int value() {
        return value;
    }

    /** Ends this process at once, without its shutdown hooks. */
    void endProcess() {
        System.out.flush();
        Runtime.getRuntime().halt(value);
    }
}
