package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.StartRefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                "partition.assignment.strategy",
                "bootstrap.servers",
                "bootstrap.controllers"
            })
    void shouldRefuseSettingThatGuaranteesRestOn(String name) {
        for (String prefix : new String[] {"", "producer.", "consumer."}) {
            assertThatThrownBy(() -> settings.with(prefix + name, "all"))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("'" + name + "' cannot be made: ")
                    .hasMessageContaining("Remove the setting");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "max.in.flight.requests.per.connection, 6, 5",
        "max.in.flight.requests.per.connection, 0, 1",
        "max.block.ms, 0, 1000",
        "max.block.ms, 9223372036854775807, 60000",
        "request.timeout.ms, 1, 500",
        "default.api.timeout.ms, 0, 2000",
        "max.request.size, 100, 16384",
        "check.crcs, false, true",
        "allow.auto.create.topics, TRUE, false"
    })
    void shouldRefuseValueThatNoJobCouldLiveWith(String name, String absurd, String fine) {
        for (String prefix : new String[] {"", "producer.", "consumer.", "admin."}) {
            assertThatThrownBy(() -> settings.with(prefix + name, absurd))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("'" + name + "' cannot be " + absurd + ": ");
            assertThat(settings.with(prefix + name, fine).user()).containsEntry(prefix + name, fine);
        }
    }

    @Test
    void shouldRefuseSettingThatNoClientKnowsAtTheStart() {
        ClientSettings misspelt =
                settings.with("producer.compresion.type", "lz4").with("sasl.mechanism", "PLAIN");

        assertThatThrownBy(() -> ProducerSettings.of(misspelt, "id", "client"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("settings that no client knows: [producer.compresion.type]");
        assertThatThrownBy(() -> ConsumerSettings.of(misspelt, "client")).isInstanceOf(StartRefusedException.class);
    }

    @Test
    void shouldRefuseSettingForAKindOfClientThatDoesNotKnowIt() {
        assertThatThrownBy(() -> settings.with("producer.fetch.min.bytes", 1).requireKnown())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[producer.fetch.min.bytes]");
    }

    @Test
    void shouldTakeUnknownSettingForThatOfAPlugInWhenThereIsOne() {
        settings.with("my.option", "x")
                .with("sasl.login.callback.handler.class", "my.Handler")
                .requireKnown();
        settings.with("producer.my.option", "x")
                .with("producer.interceptor.classes", "my.Interceptor")
                .requireKnown();
        assertThatThrownBy(() -> settings.with("consumer.my.option", "x")
                        .with("producer.interceptor.classes", "my.Interceptor")
                        .requireKnown())
                .isInstanceOf(StartRefusedException.class);
        settings.with("config.providers", "env")
                .with("config.providers.env.class", "my.Provider")
                .requireKnown();
    }

    @Test
    void shouldNeverShowTheValueOfASetting() {
        String jaas =
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"hush\";";
        ClientSettings secret = settings.with("sasl.jaas.config", jaas).with("ssl.key.password", "hush");
        Connection connection = new Connection(secret, RealClients.INSTANCE);

        assertThat(List.of(
                        secret,
                        connection,
                        new KafkaCommitLogProvider(connection),
                        AdminSettings.of(secret, "client"),
                        ProducerSettings.of(secret, "id", "client")))
                .allSatisfy(each ->
                        assertThat(each.toString()).doesNotContain("hush").doesNotContain("username"));
        assertThat(secret.toString()).contains("sasl.jaas.config");
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
        ClientSettings all = settings.with("request.timeout.ms", 1000).with("producer.request.timeout.ms", 2000);
        assertThat(all.producer()).containsEntry("request.timeout.ms", 2000);
        assertThat(all.consumer())
                .containsEntry("request.timeout.ms", 1000)
                .doesNotContainKey("producer.request.timeout.ms");
    }

    @Test
    void shouldBeginNamesOfClientsWithClientId() {
        assertThat(settings.clientId("job", "in-0")).isEqualTo("millrace-job/in-0");
        assertThat(settings.with("client.id", "team-a").clientId("job", "in-0")).isEqualTo("team-a-job/in-0");
    }

    @Test
    void shouldGiveNoTwoJobsTheSameNameOfAClient() {
        assertThat(settings.clientId("a", "b-c-0")).isNotEqualTo(settings.clientId("a-b", "c-0"));
    }

    @Test
    void shouldRefuseClientIdOfOneKindOfClient() {
        assertThatThrownBy(() -> settings.with("producer.client.id", "x"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("Set it without the prefix");
    }

    @Test
    void shouldNameCommitTopicAndTransactionalIdAlikeWhenTopicIsGiven() {
        ClientSettings named = settings.withCommitTopic("team.a.commits");
        assertThat(KafkaNames.commitTopic(named, "job")).isEqualTo("team.a.commits");
        assertThat(KafkaNames.transactionalId(named, "job")).isEqualTo("team.a.commits");
        assertThat(KafkaNames.commitTopic(settings, "job")).isEqualTo("millrace-job-commits");
        assertThat(KafkaNames.transactionalId(settings, "job")).isEqualTo("millrace-job");
        assertThat(named.with("linger.ms", 1).commitTopic()).isEqualTo("team.a.commits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "a/b"})
    void shouldRefuseCommitTopicThatKafkaWouldRefuse(String name) {
        assertThatThrownBy(() -> settings.withCommitTopic(name)).isInstanceOf(StartRefusedException.class);
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
