package io.millrace.runtime;

import java.time.Duration;

/**
 * Gives each task a thread of its own, so that user code may block. The threads are daemons: a task that does not end
 * cannot keep the process alive.
 *
 * <p>Thread-safe.
 */
public final class ThreadDrivers implements Drivers {

    /** Nothing depends on a parked task waking up by itself; this bounds the harm if something should. */
    private static final Duration LONGEST_PARK = Duration.ofSeconds(1);

    private final String jobName;
    private final Duration longestPark;

    /** Creates drivers for the tasks of one job. */
    public ThreadDrivers(String jobName) {
        this(jobName, LONGEST_PARK);
    }

    ThreadDrivers(String jobName, Duration longestPark) {
        this.jobName = jobName;
        this.longestPark = longestPark;
    }

    @Override
    public Driver drive(Task task, DriverListener listener) {
        TaskThread driver = new TaskThread(jobName, task, listener, longestPark);
        driver.start();
        return driver;
    }
}
