package io.millrace.kafka;

/** Where the first start of a job begins to read. */
enum StartPosition {
    EARLIEST,
    LATEST
}
