package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimestampLimitsTest {

    private static final long NOW = 10_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final String UNLIMITED = Long.toString(Long.MAX_VALUE);

    private static TimestampLimits of(String... settings) {
        Map<String, String> ofTopic = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            ofTopic.put("message.timestamp." + settings[i], settings[i + 1]);
        }
        FixedTopics cluster = new FixedTopics(new RecordingProducer(true)).add("out", 1, ofTopic);
        return TimestampLimits.of(BrokerSettings.ofTopic(ClusterAdmin.open(cluster.connection(), null), "out"));
    }

    @Test
    void shouldTakeEveryTimestampWhenTopicSetsNoLimits() {
        assertThat(of()).isEqualTo(TimestampLimits.NONE);
        assertThat(TimestampLimits.NONE.problemOf(0, NOW)).isEmpty();
        assertThat(TimestampLimits.NONE.problemOf(Long.MAX_VALUE, 0)).isEmpty();
    }

    @Test
    void shouldNameSettingWhenTimestampIsTooFarAway() {
        TimestampLimits limits = of("type", "CreateTime", "before.max.ms", "1000", "after.max.ms", "" + HOUR);
        assertThat(limits.problemOf(NOW + 2 * HOUR, NOW))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("7200000 ms in the future")
                        .contains("message.timestamp.after.max.ms allows 3600000"));
        assertThat(limits.problemOf(NOW - 2000, NOW))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("2000 ms in the past")
                        .contains("message.timestamp.before.max.ms allows 1000"));
    }

    @Test
    void shouldKeepMarginForClocksThatDiffer() {
        TimestampLimits limits = of("before.max.ms", "1000", "after.max.ms", "" + HOUR);
        assertThat(limits.problemOf(NOW + HOUR - 60_000, NOW)).isEmpty();
        assertThat(limits.problemOf(NOW + HOUR - 59_999, NOW)).isPresent();
        assertThat(limits.problemOf(NOW - 900, NOW)).isEmpty();
        assertThat(limits.problemOf(NOW - 901, NOW)).isPresent();
    }

    @Test
    void shouldTakeEveryTimestampWhenBrokersReplaceIt() {
        assertThat(of("type", "LogAppendTime", "after.max.ms", "1000")).isEqualTo(TimestampLimits.NONE);
    }

    @Test
    void shouldKnowLimitOfOlderBrokersWhereTheOthersAreNotSet() {
        assertThat(of("difference.max.ms", "1000", "before.max.ms", UNLIMITED, "after.max.ms", "500"))
                .isEqualTo(new TimestampLimits(1000, 500));
    }
}
