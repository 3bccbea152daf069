package io.millrace.integration.mutation;

import io.millrace.integration.simulation.Processors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays the same seeds with each mutation, one JVM per core, and writes the table. */
@Command(
        name = "simulate --mutations",
        description =
                "Breaks the engine on purpose in each of the ways of Mutations.java, and counts the seeds that notice.",
        mixinStandardHelpOptions = true)
final class MutationsMain implements Callable<Integer> {

    @Option(names = "--seeds", description = "how many (default: ${DEFAULT-VALUE})", defaultValue = "300")
    private int count;

    @Option(names = "--from", description = "the first (default: ${DEFAULT-VALUE})", defaultValue = "0")
    private long from;

    @Option(names = "--only", split = ",", description = "only these mutations; the table stays as it is")
    private List<String> only = List.of();

    private final AtomicInteger done = new AtomicInteger();

    public static void main(String[] args) {
        System.exit(new CommandLine(new MutationsMain()).execute(args));
    }

    /** @return 0 if each mutation is found, by five of 300 seeds or by a literal test as well, and without any nothing */
    @Override
    public Integer call() throws Exception {
        SourceTree tree = SourceTree.here();
        SeedRange seeds = new SeedRange(from, count);
        List<MutationResult> results = new ArrayList<>();
        BlockingQueue<List<String>> free = new LinkedBlockingQueue<>(Processors.pinning());
        ExecutorService cores = Executors.newFixedThreadPool(free.size());
        try (MutationCompiler compiler = new MutationCompiler(tree)) {
            List<Future<MutationResult>> running = new ArrayList<>();
            List<Mutation> chosen = chosen();
            for (Mutation mutation : chosen) {
                running.add(cores.submit(() -> {
                    List<String> pinning = free.take();
                    try {
                        return told(
                                MutatedRun.of(mutation, seeds, compiler, tree.folderOf(mutation), pinning),
                                chosen.size());
                    } finally {
                        free.add(pinning);
                    }
                }));
            }
            for (Future<MutationResult> next : running) {
                results.add(next.get());
            }
        } finally {
            cores.shutdownNow();
        }
        if (only.isEmpty()) {
            MutationTable.write(results, tree.root().resolve("docs/simulation.md"));
        }
        return results.stream().allMatch(MutationResult::isGood) ? 0 : 1;
    }

    private MutationResult told(MutationResult result, int all) {
        System.out.printf(
                "%2d of %d  %-30s %s%n",
                done.incrementAndGet(), all, result.mutation().name(), result.summary());
        return result;
    }

    private List<Mutation> chosen() {
        List<Mutation> all = new ArrayList<>(List.of(Mutation.NONE));
        all.addAll(Mutations.ALL);
        if (only.isEmpty()) {
            return all;
        }
        List<Mutation> chosen =
                all.stream().filter(mutation -> only.contains(mutation.name())).toList();
        if (chosen.size() < only.size()) {
            throw new IllegalArgumentException("Not all of " + only + " are mutations; these are: "
                    + all.stream().map(Mutation::name).toList());
        }
        return chosen;
    }
}
