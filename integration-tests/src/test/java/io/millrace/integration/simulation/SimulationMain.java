package io.millrace.integration.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Plays many seeds, as many at a time as there are processors, until one shows what never may be. */
final class SimulationMain {

    private static final String USAGE = "simulate --seeds N [--from SEED]";
    private static final long PROGRESS_NANOS = 2_000_000_000L;

    private final long from;
    private final long count;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong played = new AtomicLong();
    private final AtomicLong steps = new AtomicLong();
    private final AtomicReference<Throwable> violation = new AtomicReference<>();
    private final long startNanos = System.nanoTime();

    private SimulationMain(long from, long count) {
        this.from = from;
        this.count = count;
    }

    /** Exits with 1 at the first violation, with 2 if it is called wrongly. */
    public static void main(String[] arguments) throws InterruptedException {
        long seeds = 0;
        long from = new SplittableRandom().nextLong(1_000_000_000_000L);
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                exitWithUsage();
            }
            switch (arguments[i]) {
                case "--seeds" -> seeds = Long.parseLong(arguments[i + 1]);
                case "--from" -> from = Long.parseLong(arguments[i + 1]);
                default -> exitWithUsage();
            }
        }
        if (seeds < 1) {
            exitWithUsage();
        }
        System.exit(new SimulationMain(from, seeds).play() ? 0 : 1);
    }

    private static void exitWithUsage() {
        System.err.println(USAGE);
        System.exit(2);
    }

    /** Returns whether all seeds were as they should be. */
    private boolean play() throws InterruptedException {
        System.out.printf("Playing %,d seeds from %d%n", count, from);
        List<Thread> players = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread player = new Thread(this::playNextSeeds, "player-" + i);
            player.start();
            players.add(player);
        }
        for (Thread player : players) {
            while (player.isAlive()) {
                player.join(PROGRESS_NANOS / 1_000_000);
                showProgress();
            }
        }
        System.out.println();
        Throwable found = violation.get();
        if (found != null) {
            System.err.println(found.getMessage());
            Throwable cause = found.getCause();
            (cause == null ? found : cause).printStackTrace(System.err);
        }
        return found == null;
    }

    private void playNextSeeds() {
        while (violation.get() == null) {
            long number = next.getAndIncrement();
            if (number >= count) {
                return;
            }
            try {
                steps.addAndGet(Simulation.run(from + number).steps());
                played.incrementAndGet();
            } catch (Throwable e) {
                violation.compareAndSet(null, e);
            }
        }
    }

    private void showProgress() {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        System.out.printf(
                "\r%,d of %,d seeds, %.0f per second, %,d steps each ",
                played.get(), count, played.get() / seconds, steps.get() / Math.max(1, played.get()));
        System.out.flush();
    }
}
