package io.millrace.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** How far a simulated consumer got with one partition: its position, what was fetched, and the fetch under way. */
final class PartitionFetching {

    private final TopicPartition partition;
    private final Function<PartitionFetching, SimulatedCall<FetchAnswer>> transport;
    private final Runnable metadataUpdated;
    private @Nullable Uuid topicId;
    private long position;
    private Optional<Integer> positionEpoch = Optional.empty();
    private boolean validated = true;
    private int leaderEpoch;
    private boolean positioned;
    private boolean paused;
    private PartitionLog.@Nullable Slice fetched;
    private @Nullable KafkaException error;
    private @Nullable SimulatedCall<FetchAnswer> underWay;

    /**
     * @param transport sends the next fetch
     * @param metadataUpdated told before records of a topic are there that the consumer did not know
     */
    PartitionFetching(
            TopicPartition partition,
            Function<PartitionFetching, SimulatedCall<FetchAnswer>> transport,
            Runnable metadataUpdated) {
        this.metadataUpdated = metadataUpdated;
        this.partition = partition;
        this.transport = transport;
    }

    void seek(long offset, Optional<Integer> epoch) {
        stop();
        position = offset;
        positionEpoch = epoch;
        validated = epoch.isEmpty();
        positioned = true;
        fetched = null;
        error = null;
    }

    long position() {
        if (!positioned) {
            throw new IllegalStateException("Partition " + partition + " has no position");
        }
        return position;
    }

    boolean isPaused() {
        return paused;
    }

    void pause(boolean pause) {
        paused = pause;
    }

    /** Asks for more if nothing is at hand or under way. */
    void fetch() {
        if (positioned && !paused && fetched == null && error == null && underWay == null) {
            underWay = transport.apply(this);
            underWay.start();
        }
    }

    FetchRequest request(boolean committedOnly, int max) {
        return new FetchRequest(partition, position, positionEpoch, validated, leaderEpoch, committedOnly, max);
    }

    void answered(Reply<FetchAnswer> reply) {
        underWay = null;
        if (reply.error() == null) {
            FetchAnswer answer = reply.get();
            if (!answer.topicId().equals(topicId)) {
                topicId = answer.topicId();
                metadataUpdated.run();
            }
            fetched = answer.slice();
            leaderEpoch = answer.leaderEpoch();
            validated = true;
        } else {
            error = reply.error();
        }
    }

    boolean hasNews() {
        return !paused && (fetched != null || error != null);
    }

    void throwError() {
        KafkaException told = error;
        if (told != null && !paused) {
            error = null;
            throw told;
        }
    }

    /** Takes up to {@code max} of the records at hand and moves the position behind them. */
    List<StoredRecord> take(int max) {
        PartitionLog.Slice slice = fetched;
        if (slice == null) {
            return List.of();
        }
        if (slice.records().size() <= max) {
            fetched = null;
            position = slice.next();
            positionEpoch = slice.nextEpoch();
            return slice.records();
        }
        List<StoredRecord> taken = new ArrayList<>(slice.records().subList(0, max));
        StoredRecord last = taken.get(max - 1);
        position = last.offset() + 1;
        positionEpoch = Optional.of(last.leaderEpoch());
        fetched = new PartitionLog.Slice(
                slice.records().subList(max, slice.records().size()), slice.next(), slice.nextEpoch());
        return taken;
    }

    OffsetAndMetadata next() {
        return new OffsetAndMetadata(position, positionEpoch, "");
    }

    void stop() {
        if (underWay != null) {
            underWay.cancel();
            underWay = null;
        }
    }
}
