package io.millrace.kafka;

import io.millrace.api.MillraceException;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitNews;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
import org.jspecify.annotations.Nullable;

/**
 * Reads the partitions of one task with a consumer of its own. One poll's records are emitted before the next poll.
 *
 * <p>Confined to its task, except {@link #wakeup}.
 */
final class KafkaSourceReader<T> implements SourceReader<T> {

    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);
    private static final Duration LOOKUP_BOUND = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final RecordDeserializer<T> deserializer;
    private final boolean keepsRaw;
    private final Map<TopicPartition, PartitionReading> partitions = new LinkedHashMap<>();
    private final List<SourceSplit> missing;
    private final Deque<PartitionReading> atHand = new ArrayDeque<>();
    private final ConsumerWakeup wakeup;
    private final MetadataDoubt doubt;
    private final LostRecords losses;
    private Set<String> blocked = Set.of();
    private @Nullable OffsetOutOfRangeException trouble;
    private int unfinished;

    /**
     * @param consumer makes the consumer, given whom it tells that its metadata was updated
     * @param losses decides what follows when records are gone
     * @param context the reader's task
     * @param start where each partition starts, at least one; and those that are missing, whose positions are only kept
     */
    KafkaSourceReader(
            Function<Runnable, Consumer<byte[], byte[]>> consumer,
            RecordDeserializer<T> deserializer,
            LostRecords losses,
            ReaderContext context,
            List<KafkaPosition> start) {
        this.doubt = new MetadataDoubt(context::verify);
        this.consumer = consumer.apply(doubt::metadataUpdated);
        this.deserializer = deserializer;
        this.keepsRaw = context.keepsRaw();
        this.losses = losses;
        this.wakeup = new ConsumerWakeup(this.consumer::wakeup);
        this.missing = start.stream()
                .filter(KafkaPosition::isMissing)
                .map(KafkaPosition::toSplit)
                .toList();
        add(start.stream().filter(position -> !position.isMissing()).toList());
    }

    private void add(List<KafkaPosition> positions) {
        List<PartitionReading> added =
                positions.stream().map(PartitionReading::new).toList();
        added.forEach(reading -> partitions.put(reading.partition(), reading));
        unfinished += added.size();
        consumer.assign(partitions.keySet());
        added.forEach(reading -> {
            consumer.seek(reading.partition(), reading.position().toOffset());
            finishAtEnd(reading);
        });
    }

    @Override
    public void update(SplitNews news) {
        if (!news.added().isEmpty()) {
            add(news.added().stream().map(KafkaPosition::of).toList());
        }
        blocked = news.blocked();
    }

    @Override
    public Status read(SourceOutput<T> out) throws Exception {
        if (doubt.holds()) {
            return Status.BLOCKED;
        }
        if (unfinished == 0) {
            return Status.END;
        }
        boolean progressed = !atHand.isEmpty() || (trouble == null && fetch(Duration.ZERO));
        if (doubt.holds()) { // raised by what was fetched
            return Status.BLOCKED;
        }
        if (trouble != null && atHand.isEmpty()) { // it lies behind what is at hand
            resolve(trouble);
            return Status.PROGRESS;
        }
        while (!atHand.isEmpty() && out.hasRoom()) {
            emitNext(atHand.element(), out);
        }
        if (unfinished == 0) {
            return Status.END;
        }
        return progressed ? Status.PROGRESS : idleOrBlocked();
    }

    private Status idleOrBlocked() {
        return partitions.values().stream()
                        .anyMatch(reading -> !reading.isAtEnd()
                                && blocked.contains(reading.partition().toString()))
                ? Status.BLOCKED
                : Status.IDLE;
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
        if (doubt.holds()) {
            wakeup.await(() -> pollNothing(maxWait));
        } else if (atHand.isEmpty() && trouble == null) {
            wakeup.await(() -> fetch(maxWait));
        }
    }

    @Override
    public void wakeup() {
        wakeup.wakeup();
    }

    /** Returns whether the poll brought anything, be it only that a position moved over a hole. */
    private boolean fetch(Duration maxWait) {
        ConsumerRecords<byte[], byte[]> fetched = poll(maxWait);
        doubt.polled();
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

    /** Waits with the consumer at work, but without taking records from it. */
    private void pollNothing(Duration maxWait) {
        List<TopicPartition> open = partitions.values().stream()
                .filter(reading -> !reading.isAtEnd())
                .map(PartitionReading::partition)
                .toList();
        consumer.pause(open);
        try {
            poll(maxWait);
        } finally {
            consumer.resume(open);
        }
    }

    /** A wakeup never costs records: the consumer keeps what it has fetched for the next poll. */
    private ConsumerRecords<byte[], byte[]> poll(Duration maxWait) {
        try {
            return consumer.poll(maxWait);
        } catch (WakeupException expectedWhenWoken) {
            return ConsumerRecords.empty();
        } catch (OffsetOutOfRangeException e) {
            if (trouble == null) { // if there is another one already, this one is met again after it
                trouble = e;
                doubt.raise(); // it may be another topic of the same name
            }
            return ConsumerRecords.empty();
        }
    }

    private void finishAtEnd(PartitionReading reading) {
        if (reading.isAtEnd()) {
            unfinished--;
            consumer.pause(List.of(reading.partition()));
        }
    }

    /** Goes on behind what is gone, if that is allowed. The topics are known to be the same by now. */
    private void resolve(OffsetOutOfRangeException found) {
        trouble = null;
        Map<TopicPartition, Long> earliest = consumer.beginningOffsets(found.partitions(), LOOKUP_BOUND);
        Map<TopicPartition, Long> ends = consumer.endOffsets(found.partitions(), LOOKUP_BOUND);
        for (TopicPartition partition : found.partitions()) {
            PartitionReading reading = partitions.get(partition);
            if (reading != null && !reading.isAtEnd()) {
                LogOffset first = LogOffset.of(PartitionOffsets.of(partition, earliest));
                LogOffset end = LogOffset.of(PartitionOffsets.of(partition, ends));
                goOn(reading, loss(found, reading.position(), first, end).orElse(null));
            }
        }
    }

    private static Optional<Loss> loss(
            OffsetOutOfRangeException found, KafkaPosition position, LogOffset first, LogOffset end) {
        Optional<Loss> outside = PositionCheck.inLog(position, first, end);
        if (!(found instanceof LogTruncationException truncated)) {
            return outside;
        }
        OffsetAndMetadata divergent = truncated.divergentOffsets().get(position.partition());
        if (divergent == null) {
            return outside.or(() -> Optional.of(PositionCheck.diverged(position)));
        }
        LogOffset same = new LogOffset(divergent.offset(), KafkaPosition.epoch(divergent.leaderEpoch()));
        return Optional.of(PositionCheck.truncated(position, same));
    }

    /** Without a loss the log was out of reach for a moment only. */
    private void goOn(PartitionReading reading, @Nullable Loss loss) {
        if (loss != null) {
            losses.requireAllowed(loss);
            loss.goOn().ifPresent(reading::moveTo);
            losses.wentOn(loss);
        }
        consumer.seek(reading.partition(), reading.position().toOffset());
        finishAtEnd(reading);
    }

    @Override
    public List<SourceSplit> positions() {
        List<SourceSplit> splits = new ArrayList<>(missing);
        partitions.values().forEach(reading -> splits.add(reading.position().toSplit()));
        return splits;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSE_BOUND));
    }
}
