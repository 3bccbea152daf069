package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SecureListenerTest {

    private static Map<String, Object> client(EmbeddedKafka kafka, String user, String password) {
        Map<String, Object> settings = new HashMap<>(kafka.clientSettings(user, password));
        settings.put("bootstrap.servers", kafka.secureServers());
        return settings;
    }

    private static int topics(Map<String, Object> client) throws Exception {
        try (Admin admin = Admin.create(client)) {
            return admin.listTopics().names().get(30, TimeUnit.SECONDS).size();
        }
    }

    @Test
    void shouldLetInWhoeverKnowsThePasswordWhenEncrypted() throws Exception {
        try (EmbeddedKafka kafka =
                EmbeddedKafka.builder().user("alice", "secret").ssl().start()) {
            kafka.createTopic("lines", 1);

            assertThat(kafka.clientSettings("alice", "secret")).containsEntry("security.protocol", "SASL_SSL");
            assertThat(topics(client(kafka, "alice", "secret"))).isEqualTo(1);
            assertThatThrownBy(() -> topics(client(kafka, "alice", "wrong")))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
            Map<String, Object> trustsNobody = client(kafka, "alice", "secret");
            trustsNobody.keySet().removeIf(name -> name.startsWith("ssl."));
            assertThatThrownBy(() -> topics(trustsNobody)).hasCauseInstanceOf(SslAuthenticationException.class);
        }
    }

    @Test
    void shouldShowOnlyWhatAUserWasAllowedWhenAccessIsControlled() throws Exception {
        try (EmbeddedKafka kafka =
                EmbeddedKafka.builder().user("alice", "secret").accessControl().start()) {
            kafka.createTopic("lines", 1);
            assertThat(topics(client(kafka, "alice", "secret"))).isZero();

            kafka.admin()
                    .createAcls(List.of(new AclBinding(
                            new ResourcePattern(ResourceType.TOPIC, "lines", PatternType.LITERAL),
                            new AccessControlEntry("User:alice", "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW))))
                    .all()
                    .get(30, TimeUnit.SECONDS);

            Await.until(
                    "the right to be known",
                    java.time.Duration.ofSeconds(10),
                    () -> askedFor(client(kafka, "alice", "secret")) == 1);
        }
    }

    private static int askedFor(Map<String, Object> client) throws ExecutionException {
        try {
            return topics(client);
        } catch (Exception e) {
            throw new ExecutionException(e);
        }
    }

    @Test
    void shouldSayWhatIsMissingWhenThereIsNoSecureListener() {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            assertThatIllegalStateException()
                    .isThrownBy(kafka::secureServers)
                    .withMessageContaining("tell the builder of users or ssl");
        }
    }

    @Test
    void shouldRefuseUserWhoWouldBreakTheConfiguration() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EmbeddedKafka.builder().user("alice", "a\"b").start());
    }
}
