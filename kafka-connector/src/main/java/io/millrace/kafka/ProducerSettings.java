package io.millrace.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The configuration of a producer: what users set, and what must be as it is. Immutable.
 *
 * @param config what the client is made with; the transaction timeout is added when it is known
 * @param parsed the same as the client will understand it
 */
record ProducerSettings(Map<String, Object> config, ParsedSettings parsed) {

    private static final int LINGER_MILLIS = 20;
    private static final int BATCH_BYTES = 256 * 1024;
    private static final long BUFFER_BYTES = 64L * 1024 * 1024;

    /** @throws io.millrace.api.StartRefusedException if a value does not fit its setting */
    static ProducerSettings of(ClientSettings settings, String transactionalId, String clientId) {
        return of(settings, clientId, config -> {
            config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
            config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
            config.put(ProducerConfig.ACKS_CONFIG, "all");
        });
    }

    /**
     * For a producer without transactions.
     *
     * @throws io.millrace.api.StartRefusedException if a value does not fit its setting
     */
    static ProducerSettings plain(ClientSettings settings, DeliveryGuarantee guarantee, String clientId) {
        boolean repeats = guarantee == DeliveryGuarantee.AT_LEAST_ONCE;
        return of(settings, clientId, config -> {
            config.remove(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
            config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, repeats);
            config.put(ProducerConfig.ACKS_CONFIG, repeats ? "all" : "1");
        });
    }

    private static ProducerSettings of(ClientSettings settings, String clientId, Consumer<Map<String, Object>> fixed) {
        Map<String, Object> config = settings.producer();
        config.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        config.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        config.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        fixed.accept(config);
        config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return new ProducerSettings(config, ParsedSettings.of(settings, ProducerConfig.configDef(), config));
    }

    /** The transaction timeout that users chose, if they did. */
    Optional<Duration> transactionTimeout() {
        return config.containsKey(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)
                ? Optional.of(Duration.ofMillis(parsed.longValue(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)))
                : Optional.empty();
    }

    ProducerSettings withTransactionTimeout(Duration timeout) {
        Map<String, Object> all = new HashMap<>(config);
        all.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.toIntExact(timeout.toMillis()));
        return new ProducerSettings(all, parsed);
    }

    long bufferMemory() {
        return parsed.longValue(ProducerConfig.BUFFER_MEMORY_CONFIG);
    }

    int batchSize() {
        return parsed.intValue(ProducerConfig.BATCH_SIZE_CONFIG);
    }

    /** The largest record that the producer takes. */
    RecordLimit recordLimit() {
        int request = parsed.intValue(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        return bufferMemory() < request
                ? new RecordLimit((int) bufferMemory(), ProducerConfig.BUFFER_MEMORY_CONFIG)
                : new RecordLimit(request, ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    }

    /** Without the values, which may be secrets. */
    @Override
    public String toString() {
        return "ProducerSettings" + config.keySet();
    }
}
