package io.millrace.integration.simulation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plays many seeds, by a process on each processor, until one shows what never may be. */
@Command(
        name = "simulate",
        description = "Plays seeds until one shows what never may be.",
        mixinStandardHelpOptions = true)
final class SimulationMain implements Callable<Integer> {

    private static final long PROGRESS_MILLIS = 2_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // by picocli
    private CommandSpec spec;

    @Option(names = "--seeds", required = true, description = "how many")
    private long count;

    @Option(names = "--from", description = "the first (default: a fresh one)")
    private long from = new SplittableRandom().nextLong(1_000_000_000_000L);

    private final AtomicLong played = new AtomicLong();
    private final AtomicLong steps = new AtomicLong();
    private final List<Process> players = new ArrayList<>();
    private final List<Thread> counters = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SimulationMain()).execute(arguments));
    }

    /** @return 0 if no seed showed a violation, 1 at the first that does */
    @Override
    public Integer call() throws IOException, InterruptedException {
        if (count < 1) {
            throw new ParameterException(spec.commandLine(), "There must be at least one seed to play, not " + count);
        }
        System.out.printf("Playing %,d seeds from %d%n", count, from);
        List<List<String>> processors = Processors.pinning();
        int stride = (int) Math.min(count, processors.size());
        for (int first = 0; first < stride; first++) {
            long share = (count - first + stride - 1) / stride;
            Process player = start(processors.get(first), from + first, share, stride);
            players.add(player);
            Thread counter = new Thread(() -> count(player.inputReader()), "player-" + first);
            counter.start();
            counters.add(counter);
        }
        boolean good = true;
        for (int next = 0; good && next < stride; next++) {
            good = awaitGood(players.get(next));
        }
        players.forEach(Process::destroyForcibly);
        for (Thread counter : counters) {
            counter.join();
        }
        showProgress();
        System.out.println();
        return good ? 0 : 1;
    }

    private static Process start(List<String> pinned, long first, long seeds, int stride) throws IOException {
        List<String> command = new ArrayList<>(pinned);
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SeedPlayer.class.getName()));
        command.addAll(List.of(Long.toString(first), Long.toString(seeds), Integer.toString(stride)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void count(BufferedReader results) {
        try {
            results.lines().forEach(line -> {
                steps.addAndGet(Long.parseLong(line));
                played.incrementAndGet();
            });
        } catch (UncheckedIOException expectedWhenEndedEarly) {
            // another one showed a violation
        }
    }

    /** Waits for one, while none is bad. */
    private boolean awaitGood(Process player) throws InterruptedException {
        while (!player.waitFor(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
            showProgress();
            if (players.stream().anyMatch(SimulationMain::isBad)) {
                return false;
            }
        }
        return !isBad(player);
    }

    private static boolean isBad(Process player) {
        return !player.isAlive() && player.exitValue() != 0;
    }

    private void showProgress() {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        System.out.printf(
                "\r%,d of %,d seeds, %.0f per second, %,d steps each ",
                played.get(), count, played.get() / seconds, steps.get() / Math.max(1, played.get()));
        System.out.flush();
    }
}
