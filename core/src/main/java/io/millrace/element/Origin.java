package io.millrace.element;

import java.util.Optional;

/**
 * Where a record entered the pipeline. A source hands it in; nobody but error handling looks at it.
 *
 * <p>Immutable.
 */
public interface Origin {

    /** Names the place so that a person finds the record again, such as {@code lines-3@4711}. */
    String describe();

    /**
     * The record as it was read. Empty if the source does not keep it, which it need not do where no dead letter can be
     * made of it.
     */
    default Optional<RawRecord> raw() {
        return Optional.empty();
    }
}
