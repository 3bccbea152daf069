package io.millrace.kafka;

import java.util.Optional;

/**
 * What is gone of a partition. Immutable.
 *
 * @param message what is wanted, what is left, and why that may be
 * @param records how many records are gone, at most and as far as that can be known
 * @param goOn where the partition can be read on; empty if it is gone as a whole
 */
record Loss(String message, long records, Optional<KafkaPosition> goOn) {}
