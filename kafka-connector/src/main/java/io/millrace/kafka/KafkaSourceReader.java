package io.millrace.kafka;

import io.millrace.api.DamagedException;
import io.millrace.api.MillraceException;
import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SourceSplit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads the partitions of one task with a consumer of its own. One poll's records are emitted before the next poll.
 *
 * <p>Confined to its task, except {@link #wakeup}.
 */
final class KafkaSourceReader<T> implements SourceReader<T> {

    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);

    private final Consumer<byte[], byte[]> consumer;
    private final RecordDeserializer<T> deserializer;
    private final boolean keepsRaw;
    private final Map<TopicPartition, PartitionReading> partitions = new LinkedHashMap<>();
    private final Deque<PartitionReading> atHand = new ArrayDeque<>();
    private final ConsumerWakeup wakeup;
    private int unfinished;

    /**
     * @param consumer belongs to the reader from now on
     * @param keepsRaw whether the records' origins keep them as they were read
     * @param start where each partition starts; at least one
     */
    KafkaSourceReader(
            Consumer<byte[], byte[]> consumer,
            RecordDeserializer<T> deserializer,
            boolean keepsRaw,
            List<KafkaPosition> start) {
        this.consumer = consumer;
        this.deserializer = deserializer;
        this.keepsRaw = keepsRaw;
        this.wakeup = new ConsumerWakeup(consumer::wakeup);
        start.forEach(position -> partitions.put(position.partition(), new PartitionReading(position)));
        unfinished = partitions.size();
        consumer.assign(partitions.keySet());
        start.forEach(position -> consumer.seek(position.partition(), position.toOffset()));
        partitions.values().forEach(this::finishAtEnd);
    }

    @Override
    public Status read(SourceOutput<T> out) throws Exception {
        boolean progressed = !atHand.isEmpty() || (unfinished > 0 && fetch(Duration.ZERO));
        while (!atHand.isEmpty() && out.hasRoom()) {
            emitNext(atHand.element(), out);
        }
        if (unfinished == 0) {
            return Status.END;
        }
        return progressed ? Status.PROGRESS : Status.IDLE;
    }

    private void emitNext(PartitionReading reading, SourceOutput<T> out) throws Exception {
        ConsumerRecord<byte[], byte[]> raw = reading.record();
        deliver(reading.partition(), raw, out);
        reading.emitted();
        if (!reading.hasRecord()) {
            atHand.remove();
            finishAtEnd(reading);
        }
    }

    private void deliver(TopicPartition partition, ConsumerRecord<byte[], byte[]> raw, SourceOutput<T> out)
            throws Exception {
        T value;
        try {
            value = deserialize(raw);
        } catch (MillraceException | InterruptException e) {
            throw e; // not the record's fault
        } catch (RuntimeException e) {
            out.failed(UnreadableRecord.describe(raw, e), KeptRecord.timestamp(raw), new KeptRecord(raw));
            return;
        }
        out.emit(
                value,
                KeptRecord.timestamp(raw),
                keepsRaw ? new KeptRecord(raw) : new KafkaOrigin(partition, raw.offset()));
    }

    @SuppressWarnings("NullAway") // a deserializer may deliver a record without value as such
    private T deserialize(ConsumerRecord<byte[], byte[]> raw) {
        return deserializer.deserialize(raw);
    }

    @Override
    public void awaitInput(Duration maxWait) {
        if (!atHand.isEmpty()) {
            return;
        }
        wakeup.await(() -> fetch(maxWait));
    }

    @Override
    public void wakeup() {
        wakeup.wakeup();
    }

    /** Returns whether the poll brought anything, be it only that a position moved over a hole. */
    private boolean fetch(Duration maxWait) {
        ConsumerRecords<byte[], byte[]> fetched = poll(maxWait);
        boolean moved = false;
        for (Map.Entry<TopicPartition, PartitionReading> entry : partitions.entrySet()) {
            List<ConsumerRecord<byte[], byte[]>> records = fetched.records(entry.getKey());
            OffsetAndMetadata goesOnFrom = fetched.nextOffsets().get(entry.getKey());
            PartitionReading reading = entry.getValue();
            if ((!records.isEmpty() || goesOnFrom != null) && !reading.isAtEnd()) {
                moved = true;
                reading.fetched(records, goesOnFrom);
                if (reading.hasRecord()) {
                    atHand.add(reading);
                } else {
                    finishAtEnd(reading);
                }
            }
        }
        return moved;
    }

    /** A wakeup never costs records: the consumer keeps what it has fetched for the next poll. */
    private ConsumerRecords<byte[], byte[]> poll(Duration maxWait) {
        try {
            return consumer.poll(maxWait);
        } catch (WakeupException expectedWhenWoken) {
            return ConsumerRecords.empty();
        } catch (OffsetOutOfRangeException e) {
            throw lost(e);
        }
    }

    private void finishAtEnd(PartitionReading reading) {
        if (reading.isAtEnd()) {
            unfinished--;
            consumer.pause(List.of(reading.partition()));
        }
    }

    private DamagedException lost(OffsetOutOfRangeException e) {
        if (e instanceof LogTruncationException truncated) {
            return new DamagedException(
                    "Records that were read before exist no more: positions " + e.offsetOutOfRangePartitions()
                            + " are behind where the logs diverge, " + truncated.divergentOffsets()
                            + ". A broker lost data, such as in an unclean leader election. The job stops, since its state"
                            + " rests on what was lost",
                    e);
        }
        return new DamagedException(
                "Records were lost before they were read: positions " + e.offsetOutOfRangePartitions()
                        + " are wanted, the earliest offsets left are " + earliest(e)
                        + ". Retention removed them, a broker lost data, or the topic was deleted and created again. The job"
                        + " stops rather than leave records out",
                e);
    }

    private Object earliest(OffsetOutOfRangeException e) {
        try {
            return consumer.beginningOffsets(e.partitions(), CLOSE_BOUND);
        } catch (RuntimeException unknown) {
            return "unknown (" + unknown.getMessage() + ")";
        }
    }

    @Override
    public List<SourceSplit> positions() {
        List<SourceSplit> splits = new ArrayList<>(partitions.size());
        partitions.values().forEach(reading -> splits.add(reading.position().toSplit()));
        return splits;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSE_BOUND));
    }
}
