package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster is and what users set for the clients; makes the configuration of each kind of client. Settings that
 * exactly-once rests on cannot get in.
 *
 * <p>Immutable. Its text names the settings and never shows a value, which may be a secret.
 *
 * @param bootstrapServers one or more {@code host:port}
 * @param user the users' settings, as they wrote them
 * @param commitTopic name of the commit topic; null for the one named after the job
 */
record ClientSettings(
        String bootstrapServers,
        Map<String, Object> user,
        @Nullable String commitTopic) {

    ClientSettings {
        user = Map.copyOf(user);
    }

    static ClientSettings of(String bootstrapServers) {
        return new ClientSettings(bootstrapServers, Map.of(), null);
    }

    /** @throws StartRefusedException if users may not make this setting */
    ClientSettings with(String name, Object value) {
        String ofKafka = ClientKind.withoutPrefix(name);
        ForbiddenSettings.requireAllowed(ofKafka);
        SettingLimits.requireWithin(ofKafka, value);
        if (ofKafka.equals("client.id") && !name.equals(ofKafka)) {
            throw new StartRefusedException(
                    "The Kafka setting '" + name + "' cannot be made: 'client.id' begins the names"
                            + " of all clients alike. Set it without the prefix");
        }
        Map<String, Object> all = new HashMap<>(user);
        all.put(name, value);
        return new ClientSettings(bootstrapServers, all, commitTopic);
    }

    ClientSettings withCommitTopic(String name) {
        return new ClientSettings(bootstrapServers, user, KafkaNames.requireTopic(name));
    }

    /**
     * Checks that each setting is known to the clients that it would go to, or may be meant for a plug-in of theirs.
     *
     * @throws StartRefusedException naming those that are not
     */
    void requireKnown() {
        TreeSet<String> unknown = new TreeSet<>(user.keySet());
        unknown.removeIf(name -> ClientKind.ofPrefix(name)
                .map(kind -> mayBeFor(kind, ClientKind.withoutPrefix(name)))
                .orElseGet(() -> Arrays.stream(ClientKind.values()).anyMatch(kind -> mayBeFor(kind, name))));
        if (!unknown.isEmpty()) {
            throw new StartRefusedException(
                    "For Kafka at " + bootstrapServers + " there are settings that no client knows: "
                            + unknown
                            + "; nor is any plug-in set, such as an interceptor, that they could be meant for. Check how"
                            + " they are spelt and whether their prefix is right, or remove them");
        }
    }

    private boolean mayBeFor(ClientKind kind, String name) {
        return kind.knows(name) || ClientKind.anyPlugIn(of(kind));
    }

    Map<String, Object> producer() {
        return of(ClientKind.PRODUCER);
    }

    Map<String, Object> consumer() {
        return of(ClientKind.CONSUMER);
    }

    Map<String, Object> admin() {
        return of(ClientKind.ADMIN);
    }

    /**
     * The name of a client, the same in each attempt and used once within it. Neither jobs nor uids have a slash in their
     * names, so no two of them make the same.
     *
     * @param part says what the client is for
     */
    String clientId(String jobName, String part) {
        return user.getOrDefault("client.id", "millrace") + "-" + jobName + "/" + part;
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

    private Map<String, Object> of(ClientKind kind) {
        Map<String, Object> all = new HashMap<>();
        user.forEach((name, value) -> {
            if (isFor(kind, name)) {
                all.put(name, value);
            }
        });
        user.forEach((name, value) -> {
            if (name.startsWith(kind.prefix())) {
                all.put(ClientKind.withoutPrefix(name), value);
            }
        });
        all.put("bootstrap.servers", bootstrapServers);
        return all;
    }

    /** Settings that no client knows may be meant for a plug-in, such as a login callback: all get them. */
    private static boolean isFor(ClientKind kind, String name) {
        return ClientKind.ofPrefix(name).isEmpty()
                && (kind.knows(name) || Arrays.stream(ClientKind.values()).noneMatch(other -> other.knows(name)));
    }

    @Override
    public String toString() {
        return "Kafka at " + bootstrapServers + " with settings " + new TreeSet<>(user.keySet());
    }
}
