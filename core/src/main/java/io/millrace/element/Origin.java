package io.millrace.element;

/**
 * Where a record entered the pipeline. A source hands it in; nobody but error handling looks at it.
 *
 * <p>Immutable.
 */
public interface Origin {

    /** Names the place so that a person finds the record again, such as {@code lines-3@4711}. */
    String describe();
}
