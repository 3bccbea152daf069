package io.millrace.kafka;

import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings on the brokers' side. Who has no right to see them goes on without knowing them.
 *
 * <p>Immutable.
 */
final class BrokerSettings {

    private static final Logger log = LoggerFactory.getLogger(BrokerSettings.class);

    private final Optional<Config> config;

    private BrokerSettings(Optional<Config> config) {
        this.config = config;
    }

    static BrokerSettings ofBroker(ClusterAdmin admin, String id) {
        return of(admin, new ConfigResource(ConfigResource.Type.BROKER, id));
    }

    static BrokerSettings ofTopic(ClusterAdmin admin, String name) {
        return of(admin, new ConfigResource(ConfigResource.Type.TOPIC, name));
    }

    private static BrokerSettings of(ClusterAdmin admin, ConfigResource resource) {
        try {
            return new BrokerSettings(Optional.of(
                    admin.call("ask for the settings of " + resource, client -> client.describeConfig(resource))));
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof ClusterAuthorizationException
                    || e.getCause() instanceof TopicAuthorizationException) {
                log.warn("Not allowed to ask for the settings of {}; going on without knowing them", resource);
                return new BrokerSettings(Optional.empty());
            }
            throw e;
        }
    }

    Optional<Integer> number(String name) {
        return text(name).map(Integer::valueOf);
    }

    Optional<Long> longNumber(String name) {
        return text(name).map(Long::valueOf);
    }

    Optional<String> text(String name) {
        return config.map(known -> known.get(name)).map(ConfigEntry::value);
    }
}
