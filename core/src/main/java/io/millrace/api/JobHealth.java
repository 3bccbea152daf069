package io.millrace.api;

import java.time.Instant;
import java.util.List;

/**
 * How a job gets on at one moment. Immutable.
 *
 * @param status the sum of it
 * @param problems what is the matter, oldest first; empty if the job is healthy
 */
public record JobHealth(Status status, List<Problem> problems) {

    public JobHealth {
        problems = List.copyOf(problems);
    }

    /** What a look at the job comes to. */
    public enum Status {
        /** Runs, starts, stands by, or has ended as it should; nothing is known to be wrong. */
        HEALTHY,
        /** Runs, but something of it does not get on. */
        DEGRADED,
        /** Does not run because of an error: between two attempts, failed or fenced. */
        UNHEALTHY
    }

    /**
     * Something that does not get on.
     *
     * @param operator uid of the operator; empty if it is the job as a whole
     * @param since when it was first noticed
     * @param message what is the matter and what can be done
     */
    public record Problem(String operator, Instant since, String message) {}
}
