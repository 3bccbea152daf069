package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerSettingsTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 2, 1", "3, 3, 2"})
    void shouldFitReplicationToNumberOfBrokers(int brokers, String replicas, String minInSync) {
        // when
        Properties properties = propertiesOfFirstNode(brokers, Map.of());

        // then
        assertThat(properties)
                .containsEntry("default.replication.factor", replicas)
                .containsEntry("transaction.state.log.replication.factor", replicas)
                .containsEntry("offsets.topic.replication.factor", replicas)
                .containsEntry("min.insync.replicas", minInSync)
                .containsEntry("transaction.state.log.min.isr", minInSync);
    }

    @Test
    void shouldPreferUserWhenSettingHasDefault() {
        // when
        Properties properties = propertiesOfFirstNode(1, Map.of("num.partitions", "7"));

        // then
        assertThat(properties).containsEntry("num.partitions", "7");
    }

    @Test
    void shouldRefuseSettingWhenItPlacesTheNode() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BrokerSettings.of(1, Map.of("listeners", "PLAINTEXT://0.0.0.0:9092")))
                .withMessageContaining("listeners")
                .withMessageContaining("builder");
    }

    @Test
    void shouldListenOnLoopbackOnly() {
        // when
        Properties properties = propertiesOfFirstNode(3, Map.of());

        // then
        assertThat(properties.getProperty("listeners"))
                .matches("PLAINTEXT://127\\.0\\.0\\.1:\\d+,CONTROLLER://127\\.0\\.0\\.1:\\d+");
        assertThat(properties.getProperty("controller.quorum.voters"))
                .matches("1@127\\.0\\.0\\.1:\\d+,2@127\\.0\\.0\\.1:\\d+,3@127\\.0\\.0\\.1:\\d+");
    }

    private static Properties propertiesOfFirstNode(int brokers, Map<String, String> settings) {
        ClusterLayout layout = ClusterLayout.plan(
                brokers,
                Path.of("unused"),
                OptionalInt.empty(),
                BrokerSettings.of(brokers, settings),
                SecureListener.NONE);
        return layout.propertiesOf(layout.nodes().get(0));
    }
}
