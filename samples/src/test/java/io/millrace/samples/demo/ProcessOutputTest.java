package io.millrace.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.samples.CheckpointLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessOutputTest {

    @Test
    void shouldFindCheckpointsAndKeepTheLastLinesWhenAProcessPrints() throws Exception {
        // given
        List<String> seen = new ArrayList<>();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Printer.class.getName())
                .redirectErrorStream(true)
                .start();

        // when
        ProcessOutput output = ProcessOutput.follow(process, seen::add);
        process.waitFor();
        output.awaitEnd();

        // then
        assertThat(output.checkpoints()).containsExactly(new CheckpointLine(7, 2), new CheckpointLine(8, 2));
        assertThat(seen).hasSize(32);
        assertThat(output.tail()).hasSize(15).endsWith("word-count: checkpoint 8 committed: run 2, 3 ms, 4 bytes");
    }

    /** Prints many lines, the first and the last of them about a checkpoint. */
    static final class Printer {

        public static void main(String[] args) {
            System.out.println("word-count: checkpoint 7 committed: run 2, 3 ms, 4 bytes");
            for (int i = 0; i < 30; i++) {
                System.out.println("line " + i);
            }
            System.out.println("word-count: checkpoint 8 committed: run 2, 3 ms, 4 bytes");
        }
    }
}
