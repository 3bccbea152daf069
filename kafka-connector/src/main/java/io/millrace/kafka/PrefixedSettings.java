package io.millrace.kafka;

import io.millrace.api.Config;
import io.millrace.api.StartRefusedException;

/** Finds the settings of a connection among those of a deployment. */
final class PrefixedSettings {

    private static final String PREFIX = "millrace.kafka.";
    private static final String SERVERS = PREFIX + "bootstrap.servers";
    private static final String COMMIT_TOPIC = PREFIX + "commit.topic";

    private PrefixedSettings() {}

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
