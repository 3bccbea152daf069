package io.millrace.samples.demo;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What is to be closed at the end, in reverse order and once, whether the demo ends by itself or by Ctrl-C. Thread-safe.
 */
final class Cleanup implements AutoCloseable {

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Thread hook = new Thread(this::onShutdown, "demo-cleanup");
    private volatile boolean shuttingDown;

    private Cleanup() {}

    /** Makes one that also runs when the JVM is asked to end. */
    static Cleanup armed() {
        Cleanup cleanup = new Cleanup();
        Runtime.getRuntime().addShutdownHook(cleanup.hook);
        return cleanup;
    }

    synchronized <T extends AutoCloseable> T add(T resource) {
        open.push(resource);
        if (shuttingDown) {
            closeAll(); // the hook may be through already
        }
        return resource;
    }

    /** Whether the JVM was asked to end, so that what fails from now on fails because of that. */
    boolean isShuttingDown() {
        return shuttingDown;
    }

    private void onShutdown() {
        shuttingDown = true;
        closeAll();
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException expectedDuringShutdown) {
            return; // the hook does it
        }
        closeAll();
    }

    private synchronized void closeAll() {
        while (!open.isEmpty()) {
            AutoCloseable next = open.pop();
            try {
                next.close();
            } catch (Exception e) {
                System.err.println("Could not clean up " + next + ": " + e);
            }
        }
    }
}
