package io.millrace.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The batches of a simulated producer: one that takes records and one under way for each partition. */
final class ProducerSender {

    /** Sends one batch to the brokers. */
    interface Transport {
        SimulatedCall<Long> send(TopicPartition partition, ProducerBatch batch, int sequence, Outcome outcome);
    }

    /** Takes what the brokers said of a batch. */
    interface Outcome {
        void take(Reply<Long> reply);
    }

    /** Told of what happened to a batch. */
    interface Listener {

        /** The brokers did not take a batch; says whether it is sent again, with the newest sequence number. */
        default boolean sendsAgain(KafkaException error) {
            return false;
        }

        /** A batch is done, and its callbacks ran. */
        void batchDone(@Nullable KafkaException error);
    }

    private static final class Queue {
        private @Nullable ProducerBatch open;
        private boolean ready;
        private @Nullable ProducerBatch underWay;
        private @Nullable SimulatedCall<Long> call;
    }

    private final Map<TopicPartition, Queue> queues = new LinkedHashMap<>();
    private final Map<TopicPartition, Integer> sequences = new HashMap<>();
    private final ClientHost host;
    private final KafkaFaults faults;
    private final Duration linger;
    private final BooleanSupplier maySend;
    private final Transport transport;
    private final Listener listener;

    /** @param maySend until then all batches wait; {@link #drain()} when it changes */
    ProducerSender(
            ClientHost host,
            KafkaFaults faults,
            Duration linger,
            BooleanSupplier maySend,
            Transport transport,
            Listener listener) {
        this.host = host;
        this.faults = faults;
        this.linger = linger;
        this.maySend = maySend;
        this.transport = transport;
        this.listener = listener;
    }

    void add(
            TopicPartition partition,
            ProducerRecord<byte[], byte[]> record,
            ProducerResult result,
            @Nullable Callback callback) {
        Queue queue = queues.computeIfAbsent(partition, each -> new Queue());
        if (queue.open == null) {
            ProducerBatch begun = new ProducerBatch(partition);
            queue.open = begun;
            host.loop().schedule(Duration.ofMillis(faults.draw((int) linger.toMillis() + 1)), () -> {
                if (queue.open == begun) {
                    queue.ready = true;
                    drain(partition, queue);
                }
            });
        }
        queue.open.add(record, result, callback);
    }

    /** Lingers no longer with what is there; returns what is not done yet. */
    List<ProducerBatch> flush() {
        List<ProducerBatch> incomplete = new ArrayList<>();
        queues.forEach((partition, queue) -> {
            if (queue.underWay != null) {
                incomplete.add(queue.underWay);
            }
            if (queue.open != null) {
                incomplete.add(queue.open);
                queue.ready = true;
            }
        });
        drain();
        return incomplete;
    }

    boolean hasIncomplete() {
        return queues.values().stream().anyMatch(queue -> queue.open != null || queue.underWay != null);
    }

    /** Sends what is ready. */
    void drain() {
        queues.forEach(this::drain);
    }

    private void drain(TopicPartition partition, Queue queue) {
        ProducerBatch batch = queue.open;
        if (batch == null || !queue.ready || queue.underWay != null || !maySend.getAsBoolean()) {
            return;
        }
        queue.open = null;
        queue.ready = false;
        queue.underWay = batch;
        send(partition, queue, batch);
    }

    private void send(TopicPartition partition, Queue queue, ProducerBatch batch) {
        int sequence = sequences.getOrDefault(partition, 0);
        sequences.put(partition, sequence + batch.records().size());
        queue.call = transport.send(partition, batch, sequence, reply -> {
            queue.call = null;
            if (reply.error() != null && listener.sendsAgain(reply.error())) {
                send(partition, queue, batch);
                return;
            }
            queue.underWay = null;
            if (reply.error() == null) {
                batch.complete(reply.get());
            } else {
                batch.fail(reply.error());
            }
            listener.batchDone(reply.error());
            drain(partition, queue);
        });
    }

    /** A new epoch begins. */
    void resetSequences() {
        sequences.clear();
    }

    /** Gives up what was not sent yet. */
    void abortWaiting(KafkaException error) {
        for (Queue queue : queues.values()) {
            ProducerBatch waiting = queue.open;
            if (waiting != null) {
                queue.open = null;
                queue.ready = false;
                waiting.fail(error);
            }
        }
    }

    /** Gives everything up; what is under way may arrive all the same. */
    void abortAll(KafkaException error) {
        for (Queue queue : queues.values()) {
            ProducerBatch underWay = queue.underWay;
            if (queue.call != null) {
                queue.call.cancel();
                queue.call = null;
            }
            if (underWay != null) {
                queue.underWay = null;
                underWay.fail(error);
            }
        }
        abortWaiting(error);
    }
}
