package io.millrace.integration;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Finds threads that should have ended with their job. */
final class Leftovers {

    private static final Set<String> PREFIXES =
            Set.of("kafka-producer-network-thread", "kafka-admin-client-thread", "millrace");

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private Leftovers() {}

    /** The names of all such threads in this JVM that do not end within a moment. */
    static List<String> find() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<Thread> found = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> PREFIXES.stream().anyMatch(thread.getName()::startsWith))
                .toList();
        for (Thread thread : found) {
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
        return found.stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .sorted()
                .toList();
    }
}
