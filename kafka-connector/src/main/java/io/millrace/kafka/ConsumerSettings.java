package io.millrace.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The configuration of consumers: what users set, and what must be as it is. */
final class ConsumerSettings {

    private ConsumerSettings() {}

    /** @throws io.millrace.api.StartRefusedException if a value does not fit its setting */
    static Map<String, Object> of(ClientSettings settings, String clientId) {
        Map<String, Object> config = settings.consumer();
        config.putIfAbsent(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        ParsedSettings.of(settings, ConsumerConfig.configDef(), config);
        return config;
    }
}
