package io.millrace.integration;

import java.io.IOException;

/**
 * Is asked at every {@link Point}, and may return, wait, fail, or end the process.
 *
 * <p>Called by any thread.
 */
@FunctionalInterface
interface Probe {

    /** Lets everything pass. */
    Probe NONE = (point, path) -> {};

    /**
     * Called at a point, by the thread that would go on from there.
     *
     * @param path the file that it is about; empty at the points of the commit log
     * @throws IOException to fail there, as a storage may
     */
    void reached(Point point, String path) throws IOException;
}
