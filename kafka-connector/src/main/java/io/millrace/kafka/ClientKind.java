package io.millrace.kafka;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** A kind of client: the prefix of settings for it alone, and the names that it knows. */
@SuppressWarnings("ImmutableEnumChecker") // Kafka's sets of names are unmodifiable
enum ClientKind {
    PRODUCER("producer.", ProducerConfig.configNames()),
    CONSUMER("consumer.", ConsumerConfig.configNames()),
    ADMIN("admin.", AdminClientConfig.configNames());

    /** What Kafka's own plug-ins are set with, which are there without being asked for. */
    private static final List<String> ALWAYS_KNOWN = List.of("config.providers.", "metrics.jmx.");

    /** Settings that name classes which may have settings of their own. */
    private static final Set<String> PLUG_INS = Set.of(
            "interceptor.classes",
            "metric.reporters",
            "partitioner.class",
            "security.providers",
            "ssl.engine.factory.class",
            "sasl.client.callback.handler.class",
            "sasl.login.callback.handler.class",
            "sasl.login.class",
            "sasl.oauthbearer.jwt.retriever.class",
            "sasl.oauthbearer.jwt.validator.class");

    private final String prefix;
    private final Set<String> names;

    ClientKind(String prefix, Set<String> names) {
        this.prefix = prefix;
        this.names = names;
    }

    /** The kind that a setting is meant for alone, by its prefix. */
    static Optional<ClientKind> ofPrefix(String name) {
        return Arrays.stream(values())
                .filter(kind -> name.startsWith(kind.prefix))
                .findFirst();
    }

    static String withoutPrefix(String name) {
        return ofPrefix(name).map(kind -> name.substring(kind.prefix.length())).orElse(name);
    }

    String prefix() {
        return prefix;
    }

    boolean knows(String name) {
        return names.contains(name) || ALWAYS_KNOWN.stream().anyMatch(name::startsWith);
    }

    /** Whether a plug-in is configured that a setting no client knows may be meant for. */
    static boolean anyPlugIn(Map<String, Object> config) {
        return config.keySet().stream().anyMatch(PLUG_INS::contains);
    }
}
