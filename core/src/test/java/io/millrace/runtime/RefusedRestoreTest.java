package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.JobState;
import io.millrace.api.StartRefusedException;
import io.millrace.api.state.StateSpec;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.TestLog;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.StateBackend;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job whose values today's program cannot read any more, which is noticed only when its tasks restore them. */
class RefusedRestoreTest {

    private static final long MAX_STEPS = 200_000;

    /** Enough for some attempts. */
    private static final long STEPS_TO_BE_REFUSED = 5_000;

    private SeededScheduler world;
    private SimulatedJob newest;

    @AfterEach
    void endWorld() {
        world.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldEndAndNotRestartWhenStateCannotBeReadT18T19(long seed) {
        // given: a job with a committed checkpoint
        world = new SeededScheduler(seed);
        TestLog log = new TestLog();
        CountingJob counting = CountingJob.draw(
                world.random(), log, work -> newest.process().background().execute(work));
        SimulatedJobs jobs = new SimulatedJobs(world, counting);
        newest = jobs.start();
        world.runUntil(() -> commits(log) > 1 || newest.hasEnded(), MAX_STEPS);
        newest.process().kill();

        // when
        newest = jobs.start(new RefusingBackend());
        world.runUntil(newest::hasEnded, STEPS_TO_BE_REFUSED);

        // then: it ended, and the former program can go on
        assertThat(newest.state()).isEqualTo(JobState.FAILED);
        assertThat(newest.failure())
                .hasValueSatisfying(failure -> assertThat(failure)
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessage("no constant 'BLUE'"));
        newest = jobs.start();
        world.runUntil(newest::hasEnded, MAX_STEPS);
        assertThat(newest.state()).isEqualTo(JobState.FINISHED);
    }

    private static long commits(TestLog log) {
        return log.entries().stream().filter(LogEntry.Commit.class::isInstance).count();
    }

    private static final class RefusingBackend implements StateBackend {

        @Override
        public String name() {
            return "refusing";
        }

        @Override
        public KeyedStateStore open(KeyedStateContext context) {
            return new RefusingStore();
        }
    }

    private static final class RefusingStore implements KeyedStateStore {

        @Override
        public void setCurrentKey(Object key, int keyGroup) {
            throw new AssertionError("no record may be processed");
        }

        @Override
        @SuppressWarnings("unchecked") // nobody uses it
        public <S> S handle(StateSpec<S> spec) {
            return (S) new Object();
        }

        @Override
        public void restore(List<StateRef> refs, SnapshotReader reader) {
            throw new StartRefusedException("no constant 'BLUE'");
        }

        @Override
        public StateCapture capture(long checkpointId) {
            throw new AssertionError("no checkpoint may be taken");
        }

        @Override
        public void close() {}
    }
}
