package io.millrace.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an admin client. Immutable.
 *
 * @param config what the client is made with
 * @param bound how long a call may take
 */
record AdminSettings(Map<String, Object> config, Duration bound) {

    private static final int CALL_MILLIS = 30_000;
    private static final int REQUEST_MILLIS = 10_000;

    /** @param clientId name of the client; null for one that the client chooses */
    static AdminSettings of(ClientSettings settings, @Nullable String clientId) {
        Map<String, Object> config = settings.admin();
        config.remove(AdminClientConfig.CLIENT_ID_CONFIG);
        if (clientId != null) {
            config.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId);
        }
        config.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        int call = ParsedSettings.of(settings, AdminClientConfig.configDef(), config)
                .intValue(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG);
        config.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(REQUEST_MILLIS, call));
        return new AdminSettings(config, Duration.ofMillis(call));
    }

    /** Without the values, which may be secrets. */
    @Override
    public String toString() {
        return "AdminSettings" + config.keySet();
    }
}
