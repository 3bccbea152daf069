package io.millrace.kafka;

import io.millrace.api.Config;
import io.millrace.api.StartRefusedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Finds the settings of a connection among those of a deployment. */
final class PrefixedSettings {

    private static final String PREFIX = "millrace.kafka.";
    private static final String SERVERS = PREFIX + "bootstrap.servers";
    private static final String COMMIT_TOPIC = PREFIX + "commit.topic";

    private PrefixedSettings() {}

    /**
     * Takes what begins with the prefix out of properties, defaults included.
     *
     * @throws StartRefusedException if a value is neither text nor a number, a boolean or a class; it is not told
     */
    static Config config(Properties properties) {
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX))
                .forEach(name -> settings.put(name, properties.getProperty(name)));
        properties.forEach((key, value) -> {
            if (key instanceof String name && name.startsWith(PREFIX) && !(value instanceof String)) {
                settings.put(name, text(name, value));
            }
        });
        return new Config(settings);
    }

    private static String text(String name, Object value) {
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        throw new StartRefusedException("The setting '" + name + "' has a value of the " + value.getClass()
                + ": give it as text, as in a properties file");
    }

    /** @throws StartRefusedException if one is missing or cannot be made; no value is told */
    static Kafka kafka(Config config) {
        Kafka kafka = Kafka.at(config.find(SERVERS)
                .filter(servers -> !servers.isBlank())
                .orElseThrow(() -> new StartRefusedException("The setting '" + SERVERS
                        + "' is missing: it says where Kafka is, as host:port, several divided by commas")));
        for (String name : config.settings().keySet()) {
            if (name.startsWith(PREFIX) && !name.equals(SERVERS)) {
                String value = config.require(name);
                kafka = name.equals(COMMIT_TOPIC)
                        ? kafka.commitTopic(value)
                        : kafka.setting(name.substring(PREFIX.length()), value);
            }
        }
        return kafka.requireKnown();
    }
}
