package io.millrace.integration.mutation;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plays seeds with one mutation in a JVM of its own. A seed that makes no headway counts as found: its JVM is killed, and another
 * one goes on behind it.
 *
 * <p>Confined to one thread.
 */
final class MutatedRun {

    /** Long, for a seed takes a fraction of a second and is itself bounded by its steps. */
    private static final Duration HANGS_AFTER = Duration.ofSeconds(60);

    private static final int MOST_HANGS = 5;

    /** Enough for each of these seeds when nothing is changed, and few, for a mutation may use them up in each. */
    private static final long MAX_STEPS = 300_000;

    private final Mutation mutation;
    private final Path classes;
    private final Path log;
    private final List<SeedReport> reports = new ArrayList<>();

    private MutatedRun(Mutation mutation, Path classes, Path log) {
        this.mutation = mutation;
        this.classes = classes;
        this.log = log;
    }

    /** Compiles the mutation and plays all seeds, whatever is found. */
    static MutationResult of(Mutation mutation, SeedRange seeds, MutationCompiler compiler, Path folder)
            throws IOException, InterruptedException {
        Path classes = compiler.compile(mutation, folder);
        return new MutatedRun(mutation, classes, folder.resolve("log.txt")).play(seeds);
    }

    private MutationResult play(SeedRange seeds) throws IOException, InterruptedException {
        int hangs = 0;
        SeedRange left = seeds;
        while (left.count() > 0) {
            boolean hung = playUntilItHangs(left);
            left = seeds.startingAt(
                    reports.isEmpty()
                            ? seeds.from()
                            : reports.get(reports.size() - 1).seed() + 1);
            if (left.count() > 0) {
                if (!hung) {
                    return result("the JVM ended at seed " + left.from() + ", see " + log);
                }
                reports.add(SeedReport.found(
                        left.from(), "Hangs: nothing came of it within " + HANGS_AFTER.toSeconds() + " s"));
                left = seeds.startingAt(left.from() + 1);
                hangs++;
            }
            if (hangs > MOST_HANGS) {
                return result("too many hangs: " + hangs + " seeds up to " + (left.from() - 1));
            }
        }
        return new MutationResult(mutation, reports, Optional.empty());
    }

    private MutationResult result(String trouble) {
        return new MutationResult(mutation, reports, Optional.of(trouble));
    }

    private boolean playUntilItHangs(SeedRange seeds) throws IOException, InterruptedException {
        Process process = start(seeds);
        try (HangWatch watch = new HangWatch(process, HANGS_AFTER);
                BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                SeedReport.parse(line).ifPresent(reports::add);
                watch.progressed();
            }
            process.waitFor();
            return watch.hasKilled();
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(SeedRange seeds) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Dsimulation.maxSteps=" + MAX_STEPS,
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", "logback-test.xml"),
                "-cp",
                classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                SeedMain.class.getName(),
                Long.toString(seeds.from()),
                Integer.toString(seeds.count()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }
}
