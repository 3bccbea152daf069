package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.StartRefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientSettingsTest {

    private final ClientSettings settings = ClientSettings.of("broker:9092");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "isolation.level",
                "auto.offset.reset",
                "enable.auto.commit",
                "group.id",
                "transactional.id",
                "enable.idempotence",
                "acks",
                "key.serializer",
                "value.deserializer",
                "bootstrap.servers"
            })
    void shouldRefuseSettingThatGuaranteesRestOn(String name) {
        for (String prefix : new String[] {"", "producer.", "consumer."}) {
            assertThatThrownBy(() -> settings.with(prefix + name, "all"))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("'" + name + "' cannot be made: ")
                    .hasMessageContaining("Remove the setting");
        }
    }

    @Test
    void shouldRefuseMoreThanFiveRequestsInFlight() {
        String name = "max.in.flight.requests.per.connection";
        assertThat(settings.with(name, 1).producer()).containsEntry(name, 1);
        assertThat(settings.with(name, "5").producer()).containsEntry(name, "5");
        assertThatThrownBy(() -> settings.with(name, 6))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("cannot be 6");
        assertThatThrownBy(() -> settings.with(name, "lots")).isInstanceOf(StartRefusedException.class);
    }

    @Test
    void shouldGiveSettingToClientsThatKnowIt() {
        ClientSettings all = settings.with("security.protocol", "SSL")
                .with("compression.type", "lz4")
                .with("fetch.min.bytes", 10)
                .with("my.login.callback.option", "x");
        assertThat(all.producer())
                .containsKeys("security.protocol", "compression.type", "my.login.callback.option", "bootstrap.servers")
                .doesNotContainKey("fetch.min.bytes");
        assertThat(all.consumer())
                .containsKeys("security.protocol", "fetch.min.bytes", "my.login.callback.option")
                .doesNotContainKey("compression.type");
        assertThat(all.admin())
                .containsKeys("security.protocol", "my.login.callback.option")
                .doesNotContainKeys("compression.type", "fetch.min.bytes");
    }

    @Test
    void shouldGiveSettingWithPrefixToThatKindOfClientAlone() {
        ClientSettings all = settings.with("request.timeout.ms", 1).with("producer.request.timeout.ms", 2);
        assertThat(all.producer()).containsEntry("request.timeout.ms", 2);
        assertThat(all.consumer())
                .containsEntry("request.timeout.ms", 1)
                .doesNotContainKey("producer.request.timeout.ms");
    }

    @Test
    void shouldBeginNamesOfClientsWithClientId() {
        assertThat(settings.clientId("job", "in-0")).isEqualTo("millrace-job-in-0");
        assertThat(settings.with("client.id", "team-a").clientId("job", "in-0")).isEqualTo("team-a-job-in-0");
    }

    @Test
    void shouldTuneProducerForThroughputUnlessUserSaysOtherwise() {
        ProducerSettings tuned = ProducerSettings.of(settings, "id", "client");
        assertThat(tuned.config()).containsEntry("linger.ms", 20).containsEntry("acks", "all");
        assertThat(tuned.batchSize()).isEqualTo(256 * 1024);
        assertThat(tuned.transactionTimeout()).isEmpty();
        assertThat(ProducerSettings.of(settings.with("linger.ms", 5), "id", "client")
                        .config())
                .containsEntry("linger.ms", 5);
    }

    @Test
    void shouldReadOnlyCommittedRecordsAndNeverJump() {
        assertThat(ConsumerSettings.of(settings, "client"))
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "none")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("allow.auto.create.topics", false)
                .doesNotContainKey("group.id");
    }

    @Test
    void shouldRefuseValueThatDoesNotFit() {
        assertThatThrownBy(() -> ProducerSettings.of(settings.with("batch.size", "huge"), "id", "client"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("batch.size");
    }

    @Test
    void shouldAllowRequestsAsLongAsCallsWhenCallsAreShort() {
        AdminSettings admin = AdminSettings.of(settings.with("default.api.timeout.ms", "2000"), "client");
        assertThat(admin.bound()).hasMillis(2000);
        assertThat(admin.config()).containsEntry("request.timeout.ms", 2000);
    }
}
