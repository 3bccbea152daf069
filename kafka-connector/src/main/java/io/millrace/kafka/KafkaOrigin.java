package io.millrace.kafka;

import io.millrace.element.Origin;
import org.apache.kafka.common.TopicPartition;

/**
 * The place of a record in Kafka. Immutable.
 *
 * @param partition where the record is
 * @param offset its offset there
 */
record KafkaOrigin(TopicPartition partition, long offset) implements Origin {

    @Override
    public String describe() {
        return partition + "@" + offset;
    }
}
