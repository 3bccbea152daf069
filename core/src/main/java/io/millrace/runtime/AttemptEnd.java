package io.millrace.runtime;

/** How an attempt ended. Immutable. */
sealed interface AttemptEnd {

    /** The input ended, everything is committed and visible. */
    record Drained() implements AttemptEnd {}

    /** The final checkpoint that the user asked for is committed and visible. */
    record Finalized() implements AttemptEnd {}

    /** The user asked for an end without a final checkpoint. */
    record Cancelled() implements AttemptEnd {}

    /** Something went wrong. */
    record Failed(Throwable cause) implements AttemptEnd {}
}
