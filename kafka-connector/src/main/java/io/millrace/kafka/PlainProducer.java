package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.SinkContext;
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

    private PlainProducer(Producer<byte[], byte[]> producer, FreeMemory memory, Background background) {
        this.producer = producer;
        this.memory = memory;
        this.background = background;
    }

    /**
     * Makes a producer; does not connect yet.
     *
     * @param config of the client
     * @param name of the threads beside the task
     * @throws StartRefusedException if no producer can be made with these settings
     */
    static PlainProducer open(KafkaClients clients, Map<String, Object> config, String name, SinkContext context) {
        Producer<byte[], byte[]> made = make(clients, config, context);
        try {
            return new PlainProducer(made, FreeMemory.of(made), clients.background(name));
        } catch (RuntimeException e) {
            made.close(Duration.ZERO);
            throw e;
        }
    }

    private static Producer<byte[], byte[]> make(
            KafkaClients clients, Map<String, Object> config, SinkContext context) {
        try {
            return clients.producer(config);
        } catch (KafkaException e) {
            throw new StartRefusedException(
                    "Job '" + context.jobName() + "': sink '" + context.uid() + "' could not make its Kafka producer: "
                            + ClientSettings.rootMessage(e) + ". Check the client settings",
                    e);
        }
    }

    /** See {@link TopicLeaders#learn}. */
    void learn(String topic) {
        TopicLeaders.learn(producer, topic);
    }

    /** Sends a record; its result goes to {@code writer}. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback has it
    void send(ProducerRecord<byte[], byte[]> output, Acknowledgements writer) {
        producer.send(output, writer.sending());
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
