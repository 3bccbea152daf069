package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommitTopicTest {

    private static final BrokerLimits LIMITS = new BrokerLimits(Duration.ofMinutes(15), Duration.ofHours(1), 100);
    private static final LogEntry.Takeover TAKEOVER =
            new LogEntry.Takeover(new UUID(0, 1), new UUID(0, 2), 1, new UUID(0, 3));

    private final SimulatedConformanceCluster cluster = new SimulatedConformanceCluster(7, LIMITS);

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldReadToTheEndWhenFetchesGetNoAnswer() {
        // given
        cluster.createTopic("commits", 1);
        ClientSettings settings = ClientSettings.of(cluster.bootstrapServers());
        Connection connection = new Connection(settings, cluster.clients());
        ClusterAdmin admin = ClusterAdmin.open(connection, "test");
        CommitTopic topic = new CommitTopic(admin, connection, "commits", "test");
        cluster.append(new TopicPartition("commits", 0), topic.toRecord(TAKEOVER));

        // when
        cluster.kafka().faults().loseNext(RequestKind.FETCH);
        cluster.kafka().faults().loseNext(RequestKind.FETCH);
        LogContents contents = topic.readTo(1, () -> false);

        // then
        assertThat(contents.lastTakeover()).contains(TAKEOVER);
        admin.close();
    }
}
