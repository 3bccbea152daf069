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

    /** Long, for a seed takes a fraction of a second and is itself bounded by its steps, but others may use the machine as well. */
    private static final Duration HANGS_AFTER = Duration.ofMinutes(2);

    private static final int MOST_HANGS = 5;

    /** Enough for each of these seeds when nothing is changed, and few, for a mutation may use them up in each. */
    private static final long MAX_STEPS = 250_000;

    private final Mutation mutation;
    private final ChildJvm jvm;
    private final List<SeedReport> reports = new ArrayList<>();

    private MutatedRun(Mutation mutation, ChildJvm jvm) {
        this.mutation = mutation;
        this.jvm = jvm;
    }

    /**
     * Compiles the mutation, runs its literal test and plays all seeds, whatever is found.
     *
     * @param pinning the command that runs another one on a certain processor, or nothing
     */
    static MutationResult of(
            Mutation mutation, SeedRange seeds, MutationCompiler compiler, Path folder, List<String> pinning)
            throws IOException, InterruptedException {
        ChildJvm jvm = new ChildJvm(pinning, List.of(compiler.compile(mutation, folder)), folder.resolve("log.txt"));
        MutationResult result = new MutatedRun(mutation, jvm).play(seeds);
        if (mutation.test().isPresent() && !LiteralTestRun.fails(mutation.test().get(), compiler.tree(), jvm)) {
            return result.but("its literal test " + mutation.test().get() + " passes all the same");
        }
        return result;
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
                    return result("the JVM ended at seed " + left.from() + ", see " + jvm.log());
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
        Process process = jvm.start(
                List.of("-Dsimulation.maxSteps=" + MAX_STEPS),
                SeedMain.class,
                Long.toString(seeds.from()),
                Integer.toString(seeds.count()));
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
}
