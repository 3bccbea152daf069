package io.millrace.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** Which meters are registered while an attempt runs and when it has ended. */
class AttemptMetricsTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final AttemptMetrics metrics = new AttemptMetrics(registry, "job");

    @Test
    void shouldTagMetersWithJobAndOperator() {
        // when
        metrics.operator("lines").counter("things", "kind", "odd").increment();
        metrics.operator("lines").gauge("size", () -> 3);

        // then
        assertThat(registry.get("things")
                        .tags("job", "job", "operator", "lines", "kind", "odd")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("size")
                        .tags("job", "job", "operator", "lines")
                        .gauge()
                        .value())
                .isEqualTo(3);
    }

    @Test
    void shouldCountOnOverAttempts() {
        // given
        metrics.operator("lines").counter("things").increment();
        metrics.close();

        // when
        new AttemptMetrics(registry, "job").operator("lines").counter("things").increment();

        // then
        assertThat(registry.get("things").counter().count()).isEqualTo(2);
    }

    @Test
    void shouldRemoveGaugesWhenAttemptEnds() {
        // given
        metrics.operator("lines").gauge("size", () -> 3);

        // when
        metrics.close();
        metrics.operator("lines").gauge("size", () -> 4); // by a task that ends late

        // then
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void shouldLeaveGaugesOfSuccessorAlone() {
        // given: another job of the same name in this JVM
        metrics.operator("lines").gauge("size", () -> 3);
        AttemptMetrics successor = new AttemptMetrics(registry, "job");
        successor.operator("lines").gauge("size", () -> 5);

        // when
        metrics.close();

        // then
        assertThat(registry.get("size").gauge().value()).isEqualTo(5);
        successor.close();
        assertThat(registry.getMeters()).isEmpty();
    }
}
