package io.millrace.kafka;

import java.util.OptionalInt;

/**
 * An offset and the epoch of the leader that it was learnt from. Immutable.
 *
 * @param offset the next offset to read
 * @param leaderEpoch by which a truncated log is found out; empty if unknown
 */
record LogOffset(long offset, OptionalInt leaderEpoch) {

    /** An offset of unknown epoch. */
    static LogOffset of(long offset) {
        return new LogOffset(offset, OptionalInt.empty());
    }
}
