package io.millrace.testkit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes strings to topics, outside any transaction; each call returns when the brokers have all of it. Confined to one thread. */
public final class TopicWriter implements AutoCloseable {
    private final SentRecords sent;

    public TopicWriter(String bootstrapServers) {
        this.sent = new SentRecords(bootstrapServers, Map.of());
    }

    /** Writes values without keys, to the partitions of the topic in turn. */
    public void write(String topic, List<String> values) {
        sent.spread(topic, values);
        sent.awaitAll();
    }

    /** Writes values without keys to one partition. */
    public void writeTo(String topic, int partition, String... values) {
        sent.toPartition(topic, partition, values);
        sent.awaitAll();
    }

    /** Writes one record to the partition that its key belongs to; both key and value may be null. */
    public void writeKeyed(String topic, @Nullable String key, @Nullable String value) {
        sent.keyed(topic, key, value);
        sent.awaitAll();
    }

    @Override
    public void close() {
        sent.close();
    }
}
