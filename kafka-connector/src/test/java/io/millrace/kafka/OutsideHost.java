package io.millrace.kafka;

import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.time.Clock;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The test's own thread as a home of clients: when it waits it runs the world until there is what it waits for. */
final class OutsideHost implements ClientHost, Clock {

    private static final long MAX_STEPS = 1_000_000;

    private final SeededScheduler world;
    private final SimulatedProcess events;

    OutsideHost(SeededScheduler world, String name) {
        this.world = world;
        this.events = world.process(name);
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    @Override
    public EventLoop loop() {
        return events;
    }

    @Override
    public Clock clock() {
        return this;
    }

    @Override
    public boolean await(String what, Duration bound, BooleanSupplier until) {
        if (until.getAsBoolean()) {
            return true;
        }
        boolean[] over = {false};
        EventLoop.Cancellable timer = events.schedule(bound, () -> over[0] = true);
        world.runUntil(() -> over[0] || until.getAsBoolean(), MAX_STEPS);
        timer.cancel();
        return until.getAsBoolean();
    }

    @Override
    public Background background(String name) {
        throw new UnsupportedOperationException("A test's own thread has no background work");
    }

    @Override
    public long millis() {
        return world.clock().millis();
    }

    @Override
    public long nanos() {
        return world.clock().nanos();
    }

    @Override
    public void sleep(Duration time) {
        await("a sleep", time, () -> false);
    }
}
