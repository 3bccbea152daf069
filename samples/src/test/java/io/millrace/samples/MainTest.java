package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @EnumSource
    void shouldExplainEachExitCodeWhenAskedForHelp(ExitCode code) {
        // when
        int exit = run("word-count", "--help");

        // then
        assertThat(exit).isZero();
        assertThat(out.toString().lines()).anyMatch(line -> line.strip().startsWith(code.number() + " "));
    }

    @Test
    void shouldShowTheCommandsWhenAskedForHelp() {
        // when
        int exit = run("--help");

        // then
        assertThat(exit).isZero();
        assertThat(out.toString()).contains("word-count", "demo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no-such-command",
                "word-count",
                "word-count --storage=memory:x",
                "word-count --bootstrap-servers=localhost:1",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --no-such-option",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --checkpoint-interval=soon",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --checkpoint-interval=0ms",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --parallelism=many",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --partitions=0",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --input=same --output=same",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --kafka-config=no-such-file",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --job=",
                "word-count --bootstrap-servers=localhost:1 --storage=memory:x --job=a/b",
                "demo --kills=-1",
                "demo --seconds=1"
            })
    void shouldEndWithUsageErrorWhenTheCommandLineIsWrong(String arguments) {
        // when
        int exit = run(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        // then
        assertThat(exit).isEqualTo(ExitCode.USAGE.number());
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("millrace: usage: ")
                .contains("--help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--storage=file:///with a space", "--parallelism=0"})
    void shouldRefuseTheStartBeforeAnythingIsContactedWhenAValueCannotWork(String option) {
        // given: no broker
        List<String> arguments = new ArrayList<>(List.of("word-count", "--bootstrap-servers=localhost:1"));
        if (!option.startsWith("--storage")) {
            arguments.add("--storage=memory:x");
        }
        arguments.add(option);

        // when
        int exit = run(arguments.toArray(String[]::new));

        // then
        assertThat(exit).isEqualTo(ExitCode.REFUSED.number());
    }

    private int run(String... arguments) {
        CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }
}
