package io.millrace.integration;

import io.millrace.api.Config;
import io.millrace.api.JobOptions;
import io.millrace.api.RestartStrategy;
import java.nio.file.Path;
import java.time.Duration;

/** The settings of a job beside those of its pipeline. */
final class Settings {

    static final String JOB = "job";
    /** Directory of the checkpoints. */
    static final String STORAGE = "storage";

    static final String INTERVAL_MILLIS = "checkpoint-interval-millis";
    static final String TIMEOUT_MILLIS = "checkpoint-timeout-millis";
    static final String PARALLELISM = "parallelism";
    /** Start in standby and take over after this time without progress. */
    static final String STANDBY_MILLIS = "standby-millis";
    /** How long a stop on SIGTERM may take. */
    static final String STOP_MILLIS = "stop-millis";

    private Settings() {}

    static JobOptions options(Config config, Probe probe) {
        JobOptions options = JobOptions.storage(ProbedStorageProvider.uri(Path.of(config.require(STORAGE)), probe))
                .checkpointEvery(millis(config, INTERVAL_MILLIS, 100))
                .checkpointTimeout(millis(config, TIMEOUT_MILLIS, 20_000))
                .parallelism(Integer.parseInt(config.find(PARALLELISM).orElse("2")))
                .cancelTimeout(Duration.ofSeconds(20))
                .restart(RestartStrategy.exponentialDelay(Duration.ofMillis(50), Duration.ofSeconds(1)));
        return config.find(STANDBY_MILLIS)
                .map(quiet -> options.standby(Duration.ofMillis(Long.parseLong(quiet))))
                .orElse(options);
    }

    private static Duration millis(Config config, String name, long otherwise) {
        return Duration.ofMillis(config.find(name).map(Long::parseLong).orElse(otherwise));
    }
}
