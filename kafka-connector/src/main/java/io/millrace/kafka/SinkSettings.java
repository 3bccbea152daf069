package io.millrace.kafka;

import org.jspecify.annotations.Nullable;

/**
 * Where a sink writes, and what it promises. Immutable.
 *
 * @param topic the topic of records that name none; null if each names one
 * @param guarantee what the sink promises of each record
 */
record SinkSettings(@Nullable String topic, DeliveryGuarantee guarantee) {}
