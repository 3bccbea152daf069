package io.millrace.testkit;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The second listener of a broker, for clients that must say who they are, that are encrypted, or both. Immutable.
 *
 * @param users passwords by name; empty if clients need not say who they are
 * @param keys what the broker is encrypted with; empty for plain text
 * @param accessControl whether these clients have only the rights that they are given
 */
record SecureListener(Map<String, String> users, Optional<TlsKeys> keys, boolean accessControl) {
    static final SecureListener NONE = new SecureListener(Map.of(), Optional.empty(), false);
    static final String NAME = "SECURE";

    private static final String PREFIX = "listener.name.secure.";
    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    SecureListener {
        users = Map.copyOf(users);
        users.forEach((name, password) -> {
            if ((name + password).matches(".*[\"\\\\;\\s].*")) {
                throw new IllegalArgumentException("The name or password of user " + name
                        + " has quotes, backslashes, semicolons or blanks, which this test kit does not take");
            }
        });
    }

    boolean exists() {
        return !users.isEmpty() || keys.isPresent();
    }

    String protocol() {
        return users.isEmpty() ? "SSL" : keys.isEmpty() ? "SASL_PLAINTEXT" : "SASL_SSL";
    }

    /** What the broker needs beside the listener itself. */
    void addTo(Properties properties) {
        if (!users.isEmpty()) {
            properties.setProperty(PREFIX + "sasl.enabled.mechanisms", "PLAIN");
            properties.setProperty(
                    PREFIX + "plain.sasl.jaas.config",
                    PLAIN
                            + users.entrySet().stream()
                                    .map(user -> " user_" + user.getKey() + "=\"" + user.getValue() + "\"")
                                    .collect(Collectors.joining())
                            + ";");
        }
        keys.ifPresent(found -> found.broker().forEach((name, value) -> properties.setProperty(PREFIX + name, value)));
        if (accessControl) {
            properties.setProperty("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
            properties.setProperty("super.users", "User:ANONYMOUS"); // the first listener: brokers and the test kit
        }
    }

    /** What a client needs to use the listener. */
    Map<String, String> client(String user, String password) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("security.protocol", protocol());
        if (!users.isEmpty()) {
            settings.put("sasl.mechanism", "PLAIN");
            settings.put("sasl.jaas.config", PLAIN + " username=\"" + user + "\" password=\"" + password + "\";");
        }
        keys.ifPresent(found -> settings.putAll(found.client()));
        return settings;
    }
}
