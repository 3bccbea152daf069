package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.Map;

/** Client settings that users may make within limits, beyond which a job could not keep its guarantees or never get on. */
final class SettingLimits {

    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;

    /** The values that a setting may have, and why no others. */
    private interface Limit {
        boolean allows(String value);

        String reason();
    }

    private record Range(long least, long most, String reason) implements Limit {

        @Override
        public boolean allows(String value) {
            try {
                long number = Long.parseLong(value);
                return number >= least && number <= most;
            } catch (NumberFormatException e) {
                return true; // no number at all: what is made of all settings together says so
            }
        }
    }

    private record Only(String allowed, String reason) implements Limit {

        @Override
        public boolean allows(String value) {
            return value.equalsIgnoreCase(allowed);
        }
    }

    private static final Map<String, Limit> LIMITS = Map.of(
            "max.in.flight.requests.per.connection",
            new Range(1, 5, "brokers keep records in order and single for at most 5 requests in flight. Choose 1 to 5"),
            "max.block.ms",
            new Range(
                    SECOND,
                    5 * MINUTE,
                    "the calls that begin and commit transactions wait so long: with less none would ever succeed, and with"
                            + " more a commit would hang unnoticed. Choose 1000 (1 s) to 300000 (5 min)"),
            "request.timeout.ms",
            new Range(
                    SECOND / 2,
                    Integer.MAX_VALUE,
                    "with less brokers could not answer in time, and the job would restart without end. Choose 500 or more"),
            "default.api.timeout.ms",
            new Range(
                    SECOND,
                    10 * MINUTE,
                    "it bounds each question to the cluster: with less none would ever be answered, and with more a start"
                            + " would hang unnoticed. Choose 1000 (1 s) to 600000 (10 min)"),
            "max.request.size",
            new Range(
                    16 * 1024,
                    Integer.MAX_VALUE,
                    "the entry that commits a checkpoint has to fit, beside any headers of interceptors. Choose 16384 or"
                            + " more"),
            "check.crcs",
            new Only(
                    "true",
                    "a record that was damaged on the way must not be taken for a good one. Remove the setting"),
            "allow.auto.create.topics",
            new Only(
                    "false",
                    "a topic that was deleted would come back empty while a job looks for it. Create topics before the start"));

    private SettingLimits() {}

    /** @throws StartRefusedException if the value is beyond the limits */
    static void requireWithin(String name, Object value) {
        Limit limit = LIMITS.get(name);
        if (limit != null && !limit.allows(value.toString().trim())) {
            throw new StartRefusedException(
                    "The Kafka setting '" + name + "' cannot be " + value + ": " + limit.reason());
        }
    }
}
