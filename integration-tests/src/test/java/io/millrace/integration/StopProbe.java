package io.millrace.integration;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Stops whoever reaches a point for the n-th time, once: first says so, then ends the process or holds the thread until released.
 *
 * <p>Thread-safe.
 */
final class StopProbe implements Probe {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private final StopPlan plan;
    private final Consumer<Point> reached;
    private volatile boolean fenced;
    private final AtomicInteger times = new AtomicInteger();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /**
     * Makes a probe for one plan.
     *
     * @param reached is told once, before the stop
     */
    StopProbe(StopPlan plan, Consumer<Point> reached) {
        this.plan = plan;
        this.reached = reached;
    }

    /** Holds whoever reaches a point of a job in this JVM for the n-th time. */
    static StopProbe hold(Point point, int nth) {
        return new StopProbe(StopPlan.hold(point, nth), reached -> {});
    }

    /** Waits until somebody is held, or fails. */
    void awaitReached() {
        try {
            if (!arrived.await(BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("Nobody reached " + plan + " within " + BOUND);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the test", e);
        }
    }

    /** Lets the held thread go on, now or when it comes. */
    void release() {
        released.countDown();
    }

    @Override
    public void reached(Point point, String path) {
        if (point == Point.FENCE_AFTER) {
            fenced = true;
        }
        Point here = point == Point.STATE_READ && fenced ? Point.STATE_RESTORE : point;
        if (here != plan.point() || times.incrementAndGet() != plan.nth()) {
            return;
        }
        reached.accept(here);
        arrived.countDown();
        switch (plan.how()) {
            case HALT -> ExitCode.HALTED.endProcess();
            case HOLD -> awaitRelease();
        }
    }

    /** Also holds a thread that is interrupted: one that is frozen with its process would not notice either. */
    private void awaitRelease() {
        boolean interrupted = false;
        while (true) {
            try {
                released.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
