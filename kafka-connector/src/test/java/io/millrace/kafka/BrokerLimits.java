package io.millrace.kafka;

import java.time.Duration;

/**
 * Settings of the simulated brokers. Immutable.
 *
 * @param maxTransactionTimeout transaction.max.timeout.ms
 * @param idExpiration transactional.id.expiration.ms
 * @param lastEpoch the epoch after which a producer needs a new id; 32766 in Kafka
 */
public record BrokerLimits(Duration maxTransactionTimeout, Duration idExpiration, int lastEpoch) {

    /** What Kafka's brokers have by default. */
    public static final BrokerLimits DEFAULTS = new BrokerLimits(Duration.ofMinutes(15), Duration.ofDays(7), 32_766);
}
