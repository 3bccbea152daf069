package io.millrace.kafka;

import io.millrace.spi.NewAttemptException;
import io.millrace.spi.OperatorContext;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Compares, while a source is read, the topics that are there with those that the reading began in. Thread-safe.
 */
final class RunningCheck {

    private final ClusterAdmin admin;
    private final PartitionOffsets offsets;
    private final KnownPartitions known;
    private final LostRecords losses;
    private final OperatorContext operator;

    RunningCheck(
            ClusterAdmin admin,
            PartitionOffsets offsets,
            KnownPartitions known,
            LostRecords losses,
            OperatorContext operator) {
        this.admin = admin;
        this.offsets = offsets;
        this.known = known;
        this.losses = losses;
        this.operator = operator;
    }

    /**
     * Looks at the topics that are read.
     *
     * @param patience how long topics are waited for that should be there
     * @throws io.millrace.api.DamagedException if one is gone or another, and the source may not go on without it
     * @throws NewAttemptException if one is another, or back, and the source may go on: the attempt has been ended, for the
     *     next one to do so
     */
    void requireSame(Duration patience) {
        // Not what another look finds while this one is answered: it was not asked for.
        Collection<KafkaPosition> asked = known.starts().values();
        Map<String, TopicDescription> topics =
                new HashMap<>(admin.topics(PartitionSets.topicsOf(known.present()), patience));
        Set<String> mayBeBack = PartitionSets.topicsOf(known.gone());
        if (!mayBeBack.isEmpty()) {
            topics.putAll(admin.topics(mayBeBack, Duration.ZERO));
        }
        requireSame(asked, PartitionSets.ofTopics(topics.values()));
    }

    private void requireSame(Collection<KafkaPosition> asked, Map<TopicPartition, Uuid> partitions) {
        asked.forEach(position -> {
            if (!position.isMissing()) {
                PositionCheck.ofTopic(position, partitions, offsets::beginning)
                        .ifPresent(loss -> lost(position.partition(), loss));
            } else if (partitions.containsKey(position.partition())) {
                beginAnew("Partition " + position.partition() + ", which was missing, is there again");
            }
        });
    }

    private void lost(TopicPartition partition, Loss loss) {
        losses.requireAllowed(loss);
        if (loss.goOn().isPresent()) {
            beginAnew(loss.message());
        }
        if (known.markGone(partition)) {
            losses.wentOn(loss);
        }
    }

    private void beginAnew(String reason) {
        var restart = new NewAttemptException(reason + "; the next attempt reads it");
        operator.fail(restart);
        throw restart;
    }
}
