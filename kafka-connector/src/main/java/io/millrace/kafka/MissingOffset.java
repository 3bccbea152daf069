package io.millrace.kafka;

/** Where a first start begins in a partition for which no offset was given, or none that is still there. */
public enum MissingOffset {
    /** At the earliest record. */
    EARLIEST,
    /** Behind the last committed record. */
    LATEST,
    /** Nowhere: the start is refused and says which partitions lack an offset. */
    FAIL
}
