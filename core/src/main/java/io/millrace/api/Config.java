package io.millrace.api;

import java.util.Map;
import java.util.Optional;

/** Settings of one deployment of a {@link PipelineDefinition}, by name. Immutable. */
public record Config(Map<String, String> settings) {

    public Config {
        settings = Map.copyOf(settings);
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    /**
     * Returns a setting that must be there.
     *
     * @throws StartRefusedException naming the setting, if it is missing
     */
    public String require(String name) {
        return find(name)
                .orElseThrow(() -> new StartRefusedException(
                        "The pipeline needs the setting '" + name + "'; given are " + settings.keySet()));
    }
}
