package io.millrace.benchmarks;

import io.millrace.testkit.KafkaProcesses;
import io.millrace.testkit.TopicWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the word count of Millrace beside a hand-written loop: the same broker, the same input, one worker process after
 * the other, in turn. Prints what each made and the ratios; compare only what one run prints.
 *
 * <p>{@code mvn -Pbenchmarks -pl benchmarks -am package -DskipTests}, then
 * {@code java -cp benchmarks/target/millrace-benchmarks.jar io.millrace.benchmarks.WordCountSideBySide [lines] [words] [rounds]}.
 */
public final class WordCountSideBySide {

    private static final String INPUT = "lines";
    private static final int PARTITIONS = 4;
    private static final String INTERVAL_MILLIS = "1000";

    private WordCountSideBySide() {}

    public static void main(String[] args) throws Exception {
        int lines = args.length > 0 ? Integer.parseInt(args[0]) : 300_000;
        int vocabulary = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        Path storage = Files.createTempDirectory("millrace-benchmark");
        try (KafkaProcesses kafka =
                        KafkaProcesses.builder(1).jvmOptions("-Xmx1g").start();
                TopicWriter writer = new TopicWriter(kafka.bootstrapServers())) {
            kafka.createTopic(INPUT, PARTITIONS, Map.of());
            writer.write(INPUT, Workload.lines(lines, vocabulary, 42));
            Map<String, List<Measured>> results = new LinkedHashMap<>();
            for (int round = 0; round <= rounds; round++) { // the first one warms the broker
                for (String side : List.of("raw", "raw-tuned", "millrace-1", "millrace-2")) {
                    String output = side + "-" + round;
                    kafka.createTopic(output, PARTITIONS, Map.of());
                    Measured measured = run(command(side, kafka.bootstrapServers(), output, storage));
                    System.out.println("round " + round + "  " + side + "  " + measured);
                    if (round > 0) {
                        results.computeIfAbsent(side, key -> new ArrayList<>()).add(measured);
                    }
                }
            }
            print(results);
        }
    }

    private static List<String> command(String side, String bootstrap, String output, Path storage) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-cp",
                System.getProperty("java.class.path")));
        if (side.startsWith("raw")) {
            String settings = side.endsWith("tuned") ? "tuned" : "default";
            command.addAll(List.of(RawWordCount.class.getName(), bootstrap, INPUT, output, INTERVAL_MILLIS, settings));
        } else {
            String parallelism = side.substring(side.length() - 1);
            command.addAll(List.of(
                    MillraceWordCount.class.getName(),
                    bootstrap,
                    INPUT,
                    output,
                    INTERVAL_MILLIS,
                    storage.toUri().toString(),
                    parallelism));
        }
        return command;
    }

    private static Measured run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Measured measured = null;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (Measured.isIn(line)) {
                    measured = Measured.parse(line);
                }
            }
        }
        int exitCode = process.waitFor();
        if (measured == null) {
            throw new IllegalStateException("The worker ended with " + exitCode + " and measured nothing: " + command);
        }
        return measured;
    }

    private static void print(Map<String, List<Measured>> results) {
        double raw = median(results.getOrDefault("raw", List.of()));
        System.out.println();
        System.out.println("| side | words/s, median | beside raw |");
        System.out.println("|---|---|---|");
        results.forEach((side, measured) -> System.out.printf(
                Locale.ROOT, "| %s | %,.0f | %.2f |%n", side, median(measured), median(measured) / raw));
    }

    private static double median(List<Measured> measured) {
        double[] sorted =
                measured.stream().mapToDouble(Measured::perSecond).sorted().toArray();
        return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElseThrow();
    }
}
