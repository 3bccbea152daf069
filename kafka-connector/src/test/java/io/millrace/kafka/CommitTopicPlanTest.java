package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.StartRefusedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitTopicPlanTest {

    private static final String COMPACT = "compact";

    private static CommitTopicPlan plan(int brokers) {
        return new CommitTopicPlan("broker:9092", "commits", brokers);
    }

    private static TopicDescription topic(int partitions, int replicas) {
        List<TopicPartitionInfo> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            List<Node> nodes = Collections.nCopies(replicas, Node.noNode());
            all.add(new TopicPartitionInfo(i, Node.noNode(), nodes, nodes));
        }
        return new TopicDescription("commits", false, all);
    }

    private static Config config(String policy, int minInSync) {
        return new Config(List.of(
                new ConfigEntry("cleanup.policy", policy),
                new ConfigEntry("min.insync.replicas", Integer.toString(minInSync))));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "9, 3"})
    void shouldMakeTopicWithThreeReplicasWhereThereAreBrokersForThem(int brokers, short replicas) {
        assertThat(plan(brokers).toNewTopic().replicationFactor()).isEqualTo(replicas);
        assertThat(plan(brokers).config().containsKey("min.insync.replicas")).isEqualTo(replicas == 3);
    }

    @Test
    void shouldTellTheCommandThatMakesTheTopicAsItIsMade() {
        assertThat(plan(3).createCommand())
                .isEqualTo("kafka-topics.sh --bootstrap-server broker:9092 --create --topic commits --partitions 1"
                        + " --replication-factor 3 --config cleanup.policy=compact --config delete.retention.ms=3600000"
                        + " --config min.cleanable.dirty.ratio=0.1 --config min.insync.replicas=2"
                        + " --config segment.bytes=4194304 --config segment.ms=3600000");
        assertThat(plan(3).toNewTopic().configs())
                .isEqualTo(Map.of(
                        "cleanup.policy", COMPACT,
                        "delete.retention.ms", "3600000",
                        "min.cleanable.dirty.ratio", "0.1",
                        "min.insync.replicas", "2",
                        "segment.bytes", "4194304",
                        "segment.ms", "3600000"));
    }

    @Test
    void shouldRefuseTopicThatCannotServe() {
        assertThatThrownBy(() -> plan(3).requireOnePartition(topic(2, 3)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("but has 2")
                .hasMessageContaining("--create --topic commits");
        for (String policy : List.of("delete", "compact,delete")) {
            assertThatThrownBy(() -> plan(3).requireKept(topic(1, 3), config(policy, 2)))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("--add-config cleanup.policy=compact");
        }
        assertThatThrownBy(() -> plan(3).requireKept(topic(1, 2), config(COMPACT, 3)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("--add-config min.insync.replicas=2");
    }

    @Test
    void shouldSayWhatMayCostTheJobLater() {
        assertThat(plan(3).risks(topic(1, 1), config(COMPACT, 1)))
                .singleElement()
                .asString()
                .contains("one replica");
        assertThat(plan(3).risks(topic(1, 3), config(COMPACT, 1)))
                .singleElement()
                .asString()
                .contains("--add-config min.insync.replicas=2");
        assertThat(plan(3).risks(topic(1, 3), config(COMPACT, 2))).isEmpty();
        assertThat(plan(1).risks(topic(1, 1), config(COMPACT, 1))).isEmpty();
    }
}
