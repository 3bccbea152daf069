package io.millrace.kafka;

/**
 * How large a record may be.
 *
 * @param bytes uncompressed
 * @param setting name of the client setting that says so
 */
record RecordLimit(int bytes, String setting) {}
