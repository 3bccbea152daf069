package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Client settings as the client will understand them: typed, defaults filled in. Immutable.
 *
 * @param values all settings by name
 */
record ParsedSettings(Map<String, Object> values) {

    /** @throws StartRefusedException if a setting is not known, or a value does not fit its setting */
    static ParsedSettings of(ClientSettings settings, ConfigDef definition, Map<String, Object> config) {
        settings.requireKnown();
        try {
            return new ParsedSettings(definition.parse(config));
        } catch (ConfigException e) {
            throw new StartRefusedException(
                    "A setting for Kafka at " + settings.bootstrapServers() + " does not work: " + e.getMessage(), e);
        }
    }

    int intValue(String name) {
        return number(name).intValue();
    }

    long longValue(String name) {
        return number(name).longValue();
    }

    private Number number(String name) {
        if (values.get(name) instanceof Number number) {
            return number;
        }
        throw new IllegalStateException("The Kafka setting '" + name + "' is no number: " + values.get(name));
    }

    /** Without the values, which may be secrets. */
    @Override
    public String toString() {
        return "ParsedSettings" + values.keySet();
    }
}
