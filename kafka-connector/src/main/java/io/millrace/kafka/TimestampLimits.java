package io.millrace.kafka;

import java.time.Instant;
import java.util.Optional;

/**
 * Which timestamps a topic takes. Brokers compare with their own clock when a record arrives, so that a margin is kept for
 * clocks that differ and for the way there.
 *
 * <p>Immutable.
 *
 * @param beforeMillis how far a timestamp may lie in the past
 * @param afterMillis how far in the future
 */
record TimestampLimits(long beforeMillis, long afterMillis) {

    /** Every timestamp is taken, or replaced. */
    static final TimestampLimits NONE = new TimestampLimits(Long.MAX_VALUE, Long.MAX_VALUE);

    private static final String BEFORE = "message.timestamp.before.max.ms";
    private static final String AFTER = "message.timestamp.after.max.ms";

    /** Of brokers before 4.0, for both directions, where the others are not set. */
    private static final String DIFFERENCE = "message.timestamp.difference.max.ms";

    private static final long MAX_MARGIN_MILLIS = 60_000;
    private static final int MARGINS_PER_LIMIT = 10;

    /** Those of a topic; {@link #NONE} where its settings cannot be seen. */
    static TimestampLimits of(BrokerSettings topic) {
        if (topic.text("message.timestamp.type").orElse("").equals("LogAppendTime")) {
            return NONE;
        }
        return new TimestampLimits(limit(topic, BEFORE), limit(topic, AFTER));
    }

    private static long limit(BrokerSettings topic, String name) {
        return topic.longNumber(name)
                .filter(limit -> limit != Long.MAX_VALUE)
                .or(() -> topic.longNumber(DIFFERENCE))
                .orElse(Long.MAX_VALUE);
    }

    /** Why a record with this timestamp must not be sent at {@code now}, both in milliseconds since the epoch. */
    Optional<String> problemOf(long timestamp, long now) {
        if (now - timestamp > usable(beforeMillis)) {
            return Optional.of(problem(timestamp, now - timestamp, "past", BEFORE, beforeMillis));
        }
        if (timestamp - now > usable(afterMillis)) {
            return Optional.of(problem(timestamp, timestamp - now, "future", AFTER, afterMillis));
        }
        return Optional.empty();
    }

    private static long usable(long limit) {
        return limit == Long.MAX_VALUE ? limit : limit - Math.min(MAX_MARGIN_MILLIS, limit / MARGINS_PER_LIMIT);
    }

    private static String problem(long timestamp, long distance, String where, String setting, long limit) {
        return "has the timestamp " + Instant.ofEpochMilli(timestamp) + ", " + distance + " ms in the " + where
                + ", but the topic's setting " + setting + " allows " + limit + ", of which " + (limit - usable(limit))
                + " are kept for clocks that differ. Raise the limit, set the topic's message.timestamp.type to"
                + " LogAppendTime, or choose another timestamp in the serializer";
    }
}
