package io.millrace.simulation;

/**
 * Unwinds a thread whose simulated process is no more. Code in its way may see it in a {@code finally} block; whatever that
 * does has no effect any more.
 */
public final class ProcessEndedError extends Error {

    private static final long serialVersionUID = 1L;

    ProcessEndedError(String process) {
        super("Process " + process + " has ended", null, false, false);
    }
}
