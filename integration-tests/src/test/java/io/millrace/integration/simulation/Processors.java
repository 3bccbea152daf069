package io.millrace.integration.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processors that this process may use. The threads of a simulated world take turns, thousands of times a second; on one
 * processor that costs half as much as across two.
 */
public final class Processors {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {}

    /** Commands to put before another one, each to run it on a processor of its own; empty ones where the system has none. */
    public static List<List<String>> pinning() throws IOException {
        if (!Files.exists(STATUS) || !Files.isExecutable(Path.of("/usr/bin/taskset"))) {
            return IntStream.range(0, Runtime.getRuntime().availableProcessors())
                    .mapToObj(each -> List.<String>of())
                    .toList();
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .flatMap(line -> numbers(line.substring(ALLOWED.length()).strip()))
                .limit(Runtime.getRuntime().availableProcessors())
                .map(number -> List.of("taskset", "-c", number.toString()))
                .toList();
    }

    /** Of a list like 0-3,8. */
    static Stream<Integer> numbers(String list) {
        return Stream.of(list.split(",")).flatMap(range -> {
            String[] ends = range.split("-");
            return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .boxed();
        });
    }
}
