package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Where a cluster is and what users set for the clients; makes the configuration of each kind of client. Settings that
 * exactly-once rests on cannot get in.
 *
 * <p>Immutable.
 *
 * @param bootstrapServers one or more {@code host:port}
 * @param user the users' settings, as they wrote them
 */
record ClientSettings(String bootstrapServers, Map<String, Object> user) {

    /** A kind of client, with the names of the settings that it knows. */
    @SuppressWarnings("ImmutableEnumChecker") // Kafka's sets of names are unmodifiable
    private enum Kind {
        PRODUCER("producer.", ProducerConfig.configNames()),
        CONSUMER("consumer.", ConsumerConfig.configNames()),
        ADMIN("admin.", AdminClientConfig.configNames());

        private final String prefix;
        private final Set<String> names;

        Kind(String prefix, Set<String> names) {
            this.prefix = prefix;
            this.names = names;
        }
    }

    ClientSettings {
        user = Map.copyOf(user);
    }

    static ClientSettings of(String bootstrapServers) {
        return new ClientSettings(bootstrapServers, Map.of());
    }

    /** @throws StartRefusedException if users may not make this setting */
    ClientSettings with(String name, Object value) {
        ForbiddenSettings.requireAllowed(withoutPrefix(name), value);
        Map<String, Object> all = new HashMap<>(user);
        all.put(name, value);
        return new ClientSettings(bootstrapServers, all);
    }

    Map<String, Object> producer() {
        return of(Kind.PRODUCER);
    }

    Map<String, Object> consumer() {
        return of(Kind.CONSUMER);
    }

    Map<String, Object> admin() {
        return of(Kind.ADMIN);
    }

    /**
     * The name of a client, the same in each attempt and used once within it.
     *
     * @param part says what the client is for
     */
    String clientId(String jobName, String part) {
        return user.getOrDefault("client.id", "millrace") + "-" + jobName + "-" + part;
    }

    /** What went wrong at the bottom, without a full stop: Kafka's own exceptions wrap the telling one. */
    static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    private Map<String, Object> of(Kind kind) {
        Map<String, Object> all = new HashMap<>();
        user.forEach((name, value) -> {
            if (isFor(kind, name)) {
                all.put(name, value);
            }
        });
        user.forEach((name, value) -> {
            if (name.startsWith(kind.prefix)) {
                all.put(name.substring(kind.prefix.length()), value);
            }
        });
        all.put("bootstrap.servers", bootstrapServers);
        return all;
    }

    /** Settings that no client knows may be meant for a plug-in, such as a login callback: all get them. */
    private static boolean isFor(Kind kind, String name) {
        if (!name.equals(withoutPrefix(name))) {
            return false;
        }
        return kind.names.contains(name) || isUnknown(name);
    }

    private static boolean isUnknown(String name) {
        for (Kind kind : Kind.values()) {
            if (kind.names.contains(name)) {
                return false;
            }
        }
        return true;
    }

    private static String withoutPrefix(String name) {
        for (Kind kind : Kind.values()) {
            if (name.startsWith(kind.prefix)) {
                return name.substring(kind.prefix.length());
            }
        }
        return name;
    }
}
