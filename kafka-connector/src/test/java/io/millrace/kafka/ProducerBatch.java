package io.millrace.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Records of a simulated producer that go to one partition in one request. */
final class ProducerBatch {

    private record Pending(ProducerResult result, @Nullable Callback callback, int keySize, int valueSize) {}

    private final TopicPartition partition;
    private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final List<Pending> pending = new ArrayList<>();
    private boolean done;

    ProducerBatch(TopicPartition partition) {
        this.partition = partition;
    }

    List<ProducerRecord<byte[], byte[]>> records() {
        return records;
    }

    boolean isDone() {
        return done;
    }

    void add(ProducerRecord<byte[], byte[]> record, ProducerResult result, @Nullable Callback callback) {
        records.add(record);
        pending.add(new Pending(result, callback, size(record.key()), size(record.value())));
    }

    /** All callbacks run, in the order of the sends, before anybody sees a result. */
    void complete(long base) {
        done = true;
        List<RecordMetadata> all = new ArrayList<>();
        for (int i = 0; i < pending.size(); i++) {
            Pending each = pending.get(i);
            Long timestamp = records.get(i).timestamp();
            RecordMetadata metadata = new RecordMetadata(
                    partition, base, i, timestamp == null ? -1 : timestamp, each.keySize(), each.valueSize());
            all.add(metadata);
            if (each.callback() != null) {
                each.callback().onCompletion(metadata, null);
            }
        }
        for (int i = 0; i < all.size(); i++) {
            pending.get(i).result().complete(all.get(i));
        }
    }

    void fail(KafkaException error) {
        done = true;
        for (Pending each : pending) {
            if (each.callback() != null) {
                each.callback().onCompletion(unknown(partition), error);
            }
        }
        pending.forEach(each -> each.result().completeExceptionally(error));
    }

    /** What a callback gets beside an error. */
    static RecordMetadata unknown(TopicPartition partition) {
        return new RecordMetadata(partition, -1, -1, -1, -1, -1);
    }

    private static int size(byte @Nullable [] bytes) {
        return bytes == null ? -1 : bytes.length;
    }
}
