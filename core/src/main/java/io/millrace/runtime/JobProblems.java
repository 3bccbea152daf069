package io.millrace.runtime;

import io.millrace.api.JobHealth.Problem;
import io.millrace.spi.OperatorHealth;
import io.millrace.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the operators of one attempt report that does not get on.
 *
 * <p>Thread-safe.
 */
public final class JobProblems {

    /** Which condition of which operator. */
    private record Key(String operator, String condition) {}

    private final Clock clock;
    private final Map<Key, Problem> open = new ConcurrentHashMap<>();

    /** Nothing is open yet. */
    public JobProblems(Clock clock) {
        this.clock = clock;
    }

    /** What is open now, oldest first. */
    public List<Problem> open() {
        return open.values().stream()
                .sorted(Comparator.comparing(Problem::since)
                        .thenComparing(Problem::operator)
                        .thenComparing(Problem::message))
                .toList();
    }

    /** Takes the reports of one operator. */
    public OperatorHealth of(String operator) {
        return new OperatorHealth() {

            @Override
            public void report(String condition, String message) {
                Instant now = Instant.ofEpochMilli(clock.millis());
                open.merge(
                        new Key(operator, condition),
                        new Problem(operator, now, message),
                        (before, again) -> new Problem(operator, before.since(), message));
            }

            @Override
            public void resolve(String condition) {
                open.remove(new Key(operator, condition));
            }
        };
    }
}
