package io.millrace.kafka;

import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Lets a producer find out who leads the partitions of a topic before the first record is sent there. */
final class TopicLeaders {

    private TopicLeaders() {}

    /**
     * Blocks until the producer knows, for {@code max.block.ms} at most. A send to a topic that it knows does not block for it.
     *
     * @throws AttemptFailedException if it could not find out
     */
    static void learn(Producer<?, ?> producer, String topic) {
        try {
            producer.partitionsFor(topic);
        } catch (InterruptException e) {
            throw e; // the attempt is being ended
        } catch (KafkaException | IllegalStateException e) { // the latter from a producer that was closed
            throw new AttemptFailedException(
                    "The producer could not find out who leads the partitions of topic '" + topic + "': "
                            + ClientSettings.rootMessage(e),
                    e);
        }
    }
}
