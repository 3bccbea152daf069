package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.FencedException;
import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.api.StopTimeoutException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GracefulStopTest {

    private final List<Integer> exits = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldEndWithSuccessWhenTheJobStops() {
        // given
        Job job = new StubJob();

        // when
        gracefulStop(job).stopAndHalt();

        // then
        assertThat(job.state()).isEqualTo(JobState.STOPPED);
        assertThat(exits).containsExactly(0);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void shouldSayThatNothingIsLostByItsCodeWhenTheStopTakesTooLong() {
        // given
        Job job = StubJob.thatCannotStop(new StopTimeoutException("no last checkpoint within 30 s"));

        // when
        gracefulStop(job).stopAndHalt();

        // then
        assertThat(exits).containsExactly(7);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("stop timed out: no last checkpoint within 30 s");
    }

    @Test
    void shouldTellWhatHappenedBeforeWhenTheJobHadEndedAlready() {
        // given
        Job job = StubJob.ended(JobState.FENCED, new FencedException("run 8 came"));

        // when
        gracefulStop(job).stopAndHalt();

        // then
        assertThat(exits).containsExactly(4);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("fenced: run 8 came");
    }

    @Test
    void shouldBeGoneWhenDisarmed() {
        // given
        GracefulStop stop = gracefulStop(new StubJob());
        stop.arm();

        // when
        boolean removed = stop.disarm();

        // then
        assertThat(removed).isTrue();
        assertThat(stop.disarm()).as("there is nothing left to remove").isFalse();
    }

    private GracefulStop gracefulStop(Job job) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new GracefulStop(job, Duration.ofSeconds(30), stream, false, exits::add);
    }
}
