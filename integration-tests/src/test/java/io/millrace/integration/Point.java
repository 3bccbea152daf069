package io.millrace.integration;

/** A named point of checkpointing and recovery at which a {@link Probe} is asked. */
enum Point {
    // the commit log
    LOOK_BEFORE,
    LOOK_AFTER,
    FENCE_BEFORE,
    FENCE_AFTER,
    TAKE_OVER_BEFORE,
    TAKE_OVER_AFTER,
    COMMIT_BEFORE,
    /** The brokers have the entry, takeover or commit, and the transaction's commit was not yet asked for. */
    ENTRY_WRITTEN,
    COMMIT_AFTER,
    VISIBLE_BEFORE,
    VISIBLE_AFTER,

    // the storage: WRITE comes before each piece of a file, BEFORE and AFTER stand around its publication
    JOB_FILE_READ,
    JOB_FILE_WRITE,
    JOB_FILE_BEFORE,
    JOB_FILE_AFTER,
    STATE_READ,
    /** State is read after the predecessor was fenced. */
    STATE_RESTORE,
    STATE_WRITE,
    STATE_BEFORE,
    STATE_AFTER,
    MANIFEST_READ,
    MANIFEST_WRITE,
    MANIFEST_BEFORE,
    MANIFEST_AFTER,
    LIST,
    DELETE_BEFORE,
    DELETE_AFTER
}
