package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What the connector takes for granted of lists, times and groups; part of {@link KafkaConformance}. */
interface AdminConformance {

    ConformanceCluster cluster();

    ConformanceClients clients();

    /** A partition of the case's own topic. */
    TopicPartition output();

    private ProducerRecord<byte[], byte[]> record(long timestamp) {
        return new ProducerRecord<>(output().topic(), output().partition(), timestamp, null, "a".getBytes(UTF_8));
    }

    private ListOffsetsResultInfo at(long timestamp) {
        return clients().admin().offsetsForTime(Set.of(output()), timestamp).get(output());
    }

    @Test
    default void shouldListTopicsUntilTheyAreDeleted() {
        String name = output().topic();
        String other = name + "-other";
        cluster().createTopic(other, 1);
        cluster().await("both are listed", () -> clients().admin().listTopics().containsAll(Set.of(name, other)));
        assertThat(clients().admin().listTopics()).noneMatch(each -> each.startsWith("__"));

        cluster().deleteTopic(other);

        cluster().await("it is gone", () -> !clients().admin().listTopics().contains(other));
        assertThat(clients().admin().listTopics()).contains(name);
    }

    @Test
    default void shouldTellOffsetsThatGroupPublished() {
        String group = output().topic();
        OffsetAndMetadata offset = new OffsetAndMetadata(17, Optional.of(0), "");
        clients().admin().alterGroupOffsets(group, Map.of(output(), offset));
        assertThat(clients().admin().groupOffsets(group)).isEqualTo(Map.of(output(), offset));
    }

    @Test
    default void shouldTellNoOffsetsWhenGroupIsUnknown() {
        assertThat(clients().admin().groupOffsets(output().topic() + "-unknown"))
                .isEmpty();
    }

    @Test
    default void shouldTellFirstOffsetThatIsNotOlder() {
        cluster().append(output(), record(1000));
        cluster().append(output(), record(3000));
        cluster().append(output(), record(2000));

        assertThat(at(0).offset()).isZero();
        assertThat(at(1000).offset()).isZero();
        assertThat(at(1001).offset()).isEqualTo(1);
        assertThat(at(2500).offset()).isEqualTo(1);
        assertThat(at(3000).offset()).isEqualTo(1);
        assertThat(at(3000).leaderEpoch()).contains(0);
        assertThat(at(3001).offset()).isEqualTo(-1);
    }

    @Test
    default void shouldTellNoOffsetForTimeWhenPartitionIsEmpty() {
        assertThat(at(0).offset()).isEqualTo(-1);
    }

    @Test
    default void shouldTellNoOffsetForTimeOfWhatIsNotDecided() {
        cluster().append(output(), record(1000));
        Producer<byte[], byte[]> open = clients().fence(output().topic(), Duration.ofSeconds(60));
        open.beginTransaction();
        var unused = open.send(record(2000));
        open.flush();
        assertThat(at(1000).offset()).isZero();
        assertThat(at(1500).offset()).isEqualTo(-1);

        open.abortTransaction();

        cluster().await("it is decided", () -> clients().lastStableOffset(output()) == 3);
        assertThat(at(1500).offset()).as("also where an aborted record is").isEqualTo(1);
    }

    @Test
    default void shouldNotTellOffsetForTimeBeforeStartOfLog() {
        cluster().append(output(), record(1000));
        cluster().append(output(), record(1000));
        cluster().deleteRecordsBefore(output(), 1);
        cluster()
                .await("the start has moved", () -> clients().earliest(output()).offset() == 1);
        assertThat(at(1000).offset()).isEqualTo(1);
    }
}
