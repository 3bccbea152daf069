package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.JobFailedException;
import io.millrace.api.JobState;
import io.millrace.api.StartRefusedException;
import io.millrace.api.StopTimeoutException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EndingTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new StartRefusedException("no broker"), 3, "millrace: start refused: no broker\n"),
                Arguments.of(new FencedException("run 8 came"), 4, "millrace: fenced: run 8 came\n"),
                Arguments.of(new DamagedException("file x"), 5, "millrace: damaged: file x\n"),
                Arguments.of(new JobFailedException("gave up"), 6, "millrace: failed: gave up\n"),
                Arguments.of(new StopTimeoutException("too slow"), 7, "millrace: stop timed out: too slow\n"),
                Arguments.of(
                        new IllegalStateException("a bug"),
                        6,
                        "millrace: failed: java.lang.IllegalStateException: a bug\n"),
                Arguments.of(
                        new JobFailedException("gave up", new DamagedException("file x")),
                        5,
                        "millrace: damaged: file x\n"),
                Arguments.of(
                        new FencedException("it seems: run 8 came", new FencedException("run 8 came")),
                        4,
                        "millrace: fenced: run 8 came\n"),
                Arguments.of(
                        new JobFailedException("gave up", new JobFailedException("again", new RuntimeException("why"))),
                        6,
                        "millrace: failed: java.lang.RuntimeException: why\n"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldTellByCodeAndOneLineWhenAJobFailed(RuntimeException failure, int code, String line) throws Exception {
        // when
        Ending ending = Ending.await(StubJob.ended(JobState.FAILED, failure));

        // then
        assertThat(ending.code().number()).isEqualTo(code);
        assertThat(printed(ending, false)).isEqualTo(line);
    }

    @Test
    void shouldKeepToOneLineWhenAMessageHasSeveral() {
        // given
        Ending ending = Ending.of(new DamagedException("file x\n  expected 3\r\n  found 4"));

        // when
        String printed = printed(ending, false);

        // then
        assertThat(printed).isEqualTo("millrace: damaged: file x expected 3 found 4\n");
    }

    @Test
    void shouldPrintNothingWhenTheJobFinished() throws Exception {
        // when
        Ending ending = Ending.await(StubJob.ended(JobState.FINISHED, null));

        // then
        assertThat(ending.code()).isEqualTo(ExitCode.OK);
        assertThat(printed(ending, true)).isEmpty();
    }

    @Test
    void shouldAddTheStackTraceWhenVerbose() {
        // given
        Ending ending = Ending.of(new DamagedException("file x"));

        // when
        String printed = printed(ending, true);

        // then
        assertThat(printed).startsWith("millrace: damaged: file x\n").contains("at io.millrace.samples.EndingTest");
    }

    @Test
    void shouldStillTellTheKindWhenAnEndedJobNamesNoReason() {
        assertThat(Ending.of(StubJob.ended(JobState.FENCED, null)).code()).isEqualTo(ExitCode.FENCED);
        assertThat(printed(Ending.of(StubJob.ended(JobState.FAILED, null)), false))
                .isEqualTo("millrace: failed: no reason was given\n");
    }

    private static String printed(Ending ending, boolean verbose) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ending.print(new PrintStream(bytes, true, StandardCharsets.UTF_8), verbose);
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
