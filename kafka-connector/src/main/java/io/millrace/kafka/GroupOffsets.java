package io.millrace.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes committed positions as the offsets of a consumer group, for people and lag tools. Nothing depends on it, so a
 * failure is only logged, once until it works again.
 *
 * <p>One call at a time.
 */
final class GroupOffsets {

    private static final Logger log = LoggerFactory.getLogger(GroupOffsets.class);

    /** Stores offsets in the group; throws what went wrong. */
    interface Store extends Consumer<Map<TopicPartition, OffsetAndMetadata>> {}

    private final String group;
    private final Store store;
    private final Map<TopicPartition, OffsetAndMetadata> published = new HashMap<>();
    private boolean failing;

    GroupOffsets(String group, Store store) {
        this.group = group;
        this.store = store;
    }

    static GroupOffsets of(ClusterAdmin admin, String group) {
        return new GroupOffsets(
                group,
                offsets -> admin.run(
                        "publish offsets of group '" + group + "'",
                        client -> client.alterGroupOffsets(group, offsets)));
    }

    void publish(List<KafkaPosition> positions) {
        Map<TopicPartition, OffsetAndMetadata> changed = new HashMap<>();
        positions.forEach(position -> {
            if (!position.toOffset().equals(published.get(position.partition()))) {
                changed.put(position.partition(), position.toOffset());
            }
        });
        if (changed.isEmpty()) {
            return;
        }
        try {
            store.accept(changed);
            published.putAll(changed);
            failing = false;
        } catch (RuntimeException e) {
            if (!failing) {
                log.warn(
                        "Consumer group {}: could not publish committed positions; lag tools show old ones, the job goes on",
                        group,
                        e);
            }
            failing = true;
        }
    }
}
