package io.millrace.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The captures of one store that may still be read, and the version that is written now. Each capture ends a version.
 *
 * <p>Confined to its task.
 */
final class Captures {

    private static final int NONE = -1;

    private final List<HeapCapture> outstanding = new ArrayList<>();
    private int version;
    private int newest = NONE;

    /** The version of what is written now; higher than that of each capture. */
    int version() {
        return version;
    }

    boolean isEmpty() {
        return newest == NONE;
    }

    /** Whether a capture holds what was written at {@code written}. */
    boolean hold(int written) {
        return written <= newest;
    }

    /** Version of the oldest outstanding capture; the largest number if there is none. */
    int oldest() {
        return outstanding.isEmpty() ? Integer.MAX_VALUE : outstanding.get(0).version();
    }

    void add(HeapCapture capture) {
        outstanding.add(capture);
        newest = capture.version();
        version = newest + 1;
    }

    /** Forgets the captures that nobody reads any more; returns whether some were released while being stored, and are read still. */
    boolean removeReleased() {
        outstanding.removeIf(HeapCapture::isUnread);
        newest = outstanding.isEmpty()
                ? NONE
                : outstanding.get(outstanding.size() - 1).version();
        return outstanding.stream().anyMatch(HeapCapture::isReleased);
    }
}
