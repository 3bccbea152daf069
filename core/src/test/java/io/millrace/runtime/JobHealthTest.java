package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Job;
import io.millrace.api.JobHealth;
import io.millrace.api.JobHealth.Problem;
import io.millrace.api.JobHealth.Status;
import io.millrace.api.JobState;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedClock;
import io.millrace.simulation.TestLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a job's health says, given its state and what its operators report. */
class JobHealthTest {

    private final SimulatedClock clock = new SimulatedClock();
    private final JobProblems problems = new JobProblems(clock);
    private final JobStatus status = new JobStatus(clock);
    private final SeededScheduler world = new SeededScheduler(1);
    private final Job job = new SimulatedJobs(world, CountingJob.draw(new Random(1), new TestLog(), Runnable::run))
            .start()
            .job();

    @Test
    void shouldBeDegradedWhileRunningJobHasProblems() {
        // given
        status.become(job, JobState.RUNNING);
        assertThat(status.health(problems.open())).isEqualTo(new JobHealth(Status.HEALTHY, List.of()));
        problems.of("lines").report("blocked", "first");
        clock.advance(Duration.ofSeconds(3));
        problems.of("lines").report("blocked", "still");
        problems.of("other").report("blocked", "too");

        // when
        JobHealth health = status.health(problems.open());

        // then
        assertThat(health)
                .isEqualTo(new JobHealth(
                        Status.DEGRADED,
                        List.of(
                                new Problem("lines", Instant.EPOCH, "still"),
                                new Problem("other", Instant.ofEpochSecond(3), "too"))));
        problems.of("other").resolve("blocked");
        problems.of("lines").resolve("blocked");
        assertThat(status.health(problems.open()).status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void shouldBeUnhealthyWithTheReasonWhenAttemptFailed() {
        // given
        clock.advance(Duration.ofSeconds(7));
        status.failedWith(new IllegalStateException("broken"));

        // when
        status.become(job, JobState.RESTARTING);

        // then
        assertThat(status.health(List.of()))
                .isEqualTo(
                        new JobHealth(Status.UNHEALTHY, List.of(new Problem("", Instant.ofEpochSecond(7), "broken"))));
        status.become(job, JobState.RUNNING);
        assertThat(status.health(List.of()).status()).isEqualTo(Status.HEALTHY);
        status.become(job, JobState.FAILED);
        assertThat(status.health(List.of()).status()).isEqualTo(Status.UNHEALTHY);
    }
}
