package io.millrace.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A producer without transactions that belongs to one writer, and what is done beside the writer's task with it.
 *
 * <p>Confined to its writer; flushes go on beside it.
 */
final class PlainProducer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PlainProducer.class);

    /** What was handed over gets this long to leave, when the task ends. */
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);

    private final Producer<byte[], byte[]> producer;
    private final FreeMemory memory;
    private final Background background;

    PlainProducer(KafkaClients clients, Map<String, Object> config, String name) {
        this.producer = clients.producer(config);
        this.memory = FreeMemory.of(producer);
        this.background = clients.background(name);
    }

    /** Sends a record; its result goes to {@code writer}. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback has it
    void send(ProducerRecord<byte[], byte[]> output, Acknowledgements writer) {
        writer.sending();
        producer.send(output, writer);
    }

    /** Lets nothing linger any more, and does not wait for that. */
    void flush() {
        background.execute(() -> {
            try {
                producer.flush();
            } catch (KafkaException | IllegalStateException expectedWhenClosed) {
                log.debug("Flush ended early", expectedWhenClosed);
            }
        });
    }

    /** Bytes of the producer's memory that are free. */
    long freeMemory() {
        return memory.bytes();
    }

    @Override
    public void close() {
        background.close();
        producer.close(CLOSE_BOUND);
    }
}
