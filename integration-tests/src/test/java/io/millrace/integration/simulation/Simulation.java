package io.millrace.integration.simulation;

import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.api.StartRefusedException;
import io.millrace.runtime.SimulatedJob;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedDisk;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.simulation.StorageFaults;
import io.millrace.state.HeapStateBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * One seed: a drawn pipeline runs in one process after the other and in several at once, disturbed in all ways that were drawn. Then
 * the faults stop, and what is seen must be what an undisturbed run shows.
 *
 * <p>Not thread-safe; a simulation runs on the thread that plays it.
 */
public final class Simulation implements AutoCloseable {

    static final long MAX_STEPS = Long.getLong("simulation.maxSteps", 3_000_000);
    static final int MOST_AT_ONCE = 3;
    private static final int MILD_ONE_IN = 5;
    private static final Duration LONGEST_MILD_LEAP = Duration.ofMillis(10);
    private static final int ENDLESS_ONE_IN = 6;
    private static final int SPOILT_ONE_IN = 3;
    private static final int LONGEST_WAIT_FOR_COMMITS = 6_000;
    private static final Duration TO_COME_TO_REST = Duration.ofSeconds(90);

    private final long seed;
    private final SeededScheduler world;
    private final Random random;
    private final SimulatedDisk disk;

    /** Whether nothing goes wrong but a capture now and then, on a machine that is not slow, so that no job may stall. */
    private final boolean mild;

    /** Whether the sources go on reading until the job is stopped. */
    private final boolean endless;

    private final DrawnOptions options;
    private final DrawnPipeline pipeline;
    private final Outside outside;
    private final StorageLog storageLog;
    private final DiskOracle diskOracle;
    private final OutputOracle outputOracle;
    private final Ending ending;
    private final DamageAtRest damage;
    private final JobOracle jobOracle;
    private final CaptureFaults captures;
    private final List<Started> started = new ArrayList<>();
    private final int[] parallelisms = new int[8];
    private final Map<SimulatedProcess, FreezePoint> freezePoints = new HashMap<>();
    private final UserCode userCode;
    private boolean successorWanted;
    private Duration calmSince = Duration.ZERO;

    private Simulation(long seed) {
        this.seed = seed;
        this.world = new SeededScheduler(seed);
        this.random = world.random();
        this.disk = new SimulatedDisk(random);
        this.mild = random.nextInt(MILD_ONE_IN) == 0 && world.longestLeap().compareTo(LONGEST_MILD_LEAP) <= 0;
        this.storageLog = new StorageLog(disk);
        this.options = DrawnOptions.draw(random, mild);
        boolean inMemory = random.nextInt(8) == 0;
        DrawnErrors errors = DrawnErrors.draw(random, !inMemory);
        DrawnInput input = DrawnInput.draw(random, errors.any());
        this.userCode = new UserCode(random, errors.failsElsewhere(), this::tell);
        this.pipeline = DrawnPipeline.draw(random, input, errors);
        this.endless = !inMemory && random.nextInt(ENDLESS_ONE_IN) == 0;
        this.outside = inMemory
                ? new MemoryOutside(random, input, storageLog::entries)
                : new KafkaOutside(world, input, endless, pipeline.sinks(), mild);
        this.diskOracle = new DiskOracle(world, disk, options.retained(), outside::entries, storageLog::published);
        this.outputOracle = new OutputOracle(pipeline, outside);
        this.ending = new Ending(world, endless, outputOracle, this::underWay);
        this.damage = new DamageAtRest(world, disk, outside::entries);
        this.jobOracle = new JobOracle(world, outside, outputOracle, !mild);
        this.captures = new CaptureFaults(random, () -> outside.entries().size());
        disk.watch(diskOracle);
        disk.faults(StorageFaults.drawn(random, random.nextInt(3) * 4, 0));
        drawParallelisms();
    }

    /**
     * Plays a seed.
     *
     * @return the course of events, the same each time
     * @throws AssertionError if something happened that never may; its message shows what led to it, and how to see it again
     */
    public static Outcome run(long seed) {
        try (Simulation simulation = new Simulation(seed)) {
            return simulation.play();
        }
    }

    /**
     * How a seed ended.
     *
     * @param steps how many it took
     * @param digest identifies the order of all that happened
     * @param trace the newest of what was worth noting
     */
    public record Outcome(long steps, long digest, List<String> trace) {}

    private Outcome play() {
        try {
            Disturbances disturbances = mild ? Disturbances.drawMild(random) : Disturbances.draw(random);
            start();
            for (int left = disturbances.count(); left > 0; left--) {
                await(disturbances.gap());
                disturbances.next(this);
                check();
            }
            await(disturbances.gap());
            becomeCalm();
            finish();
            return new Outcome(world.steps(), world.digest(), world.traceLines());
        } catch (AssertionError e) {
            throw described(e);
        }
    }

    private void await(Gap gap) {
        long commits = jobOracle.commits() + gap.commits();
        long latest = world.steps() + LONGEST_WAIT_FOR_COMMITS;
        runUntil(() -> jobOracle.commits() >= commits || world.steps() >= latest);
        long step = world.steps() + gap.steps();
        runUntil(() -> world.steps() >= step);
    }

    private void runUntil(BooleanSupplier enough) {
        do {
            if (successorWanted) {
                successorWanted = false;
                start();
            }
            world.runUntil(() -> enough.getAsBoolean() || isQuiet() || successorWanted, MAX_STEPS);
        } while (successorWanted);
    }

    private AssertionError described(AssertionError cause) {
        String what = cause instanceof Violation
                ? cause.getMessage()
                : cause.getMessage() + (cause.getCause() == null ? "" : "\ncause: " + cause.getCause());
        AssertionError described = new AssertionError(
                "Seed " + seed + ": " + what
                        + "\nWhat led to it:\n" + String.join("\n", world.traceLines())
                        + "\nCommit log: " + LogOracle.text(outside.entries())
                        + "\nProcesses: " + started
                        + "\nPlay it again: integration-tests/simulate --seeds 1 --from " + seed,
                cause);
        return described;
    }

    /** Between two disturbances: what never may be. */
    private void check() {
        LogOracle.requireOneOwnerAtATime(outside.entries());
        outputOracle.requireNothingWrong();
    }

    private void finish() {
        Started last = null;
        for (int tries = 0; tries < 2 && (last == null || !ending.isReachedBy(last)); tries++) {
            last = started.stream().anyMatch(Started::isUnderWay) ? newestUnderWay() : start();
            ending.await();
        }
        world.runFor(TO_COME_TO_REST, MAX_STEPS);
        started.forEach(this::requireExplained);
        LogOracle.requireOneOwnerAtATime(outside.entries());
        outputOracle.requireComplete();
        if (!diskOracle.isTidy()) {
            sweep();
        }
        outside.leftOpen().ifPresent(open -> {
            throw new Violation(open);
        });
        if (started.stream().noneMatch(ending::isReachedBy)) {
            throw new Violation("No process has come to the end");
        }
        if (endless && random.nextInt(SPOILT_ONE_IN) == 0) {
            ending.spoil(outside, this::start);
        }
    }

    /** What a process left that did not know yet that it was overtaken, is for the next run to delete. */
    private void sweep() {
        Started next = start();
        world.runUntil(
                () -> next.job().state() == JobState.RUNNING || next.job().hasEnded(), MAX_STEPS);
        ending.await();
        diskOracle.requireTidy();
        outputOracle.requireComplete();
    }

    /** A process that nobody killed ended in a way that has a reason. */
    private void requireExplained(Started process) {
        boolean refusedAtOnce = process.job().failure().orElse(null) instanceof StartRefusedException;
        switch (process.job().state()) {
            case FINISHED, STOPPED, FENCED -> {
                // as it should be
            }
            case FAILED -> {
                boolean provoked = ending.explains(process) || damage.explains(process);
                if (!refusedAtOnce && !provoked && !endedTooSlowly(process)) {
                    throw new Violation(process + " failed");
                }
            }
            case CREATED, STANDBY, RUNNING, RESTARTING -> {
                if (process.process().isAlive()) {
                    throw new Violation(process + " has not ended");
                }
            }
        }
    }

    /** Whoever began to end an attempt before all became calm, and was frozen or got hardly a turn, may find the bound for it over. */
    private boolean endedTooSlowly(Started process) {
        Duration latest = calmSince.plus(options.cancelTimeout());
        return process.job().failure().map(Throwable::getMessage).orElse("").contains("did not end within")
                && jobOracle.failedAt(process.process()).compareTo(latest) <= 0;
    }

    private boolean isQuiet() {
        return started.stream()
                .noneMatch(each -> each.isUnderWay() && !each.process().isFrozen());
    }

    private Started newestUnderWay() {
        return underWay().get(underWay().size() - 1);
    }

    // What disturbances do

    List<Started> underWay() {
        return started.stream().filter(Started::isUnderWay).toList();
    }

    List<Started> awake() {
        return underWay().stream().filter(each -> !each.process().isFrozen()).toList();
    }

    List<Started> alive() {
        return started.stream().filter(each -> each.process().isAlive()).toList();
    }

    Random random() {
        return random;
    }

    SimulatedDisk disk() {
        return disk;
    }

    Outside outside() {
        return outside;
    }

    void freeze(Started process) {
        process.process().freeze();
    }

    /** Freezes a process before one of its next calls of the storage. */
    void freezeInCall(Started process) {
        FreezePoint[] points = FreezePoint.values();
        freezePoints.put(process.process(), points[random.nextInt(points.length)]);
    }

    /** Freezes a new process when it looks for what others left, and lets another one go on meanwhile. */
    void freezeAtFirstSweep() {
        freezePoints.put(start().process(), FreezePoint.LIST_AFTER_COMMIT);
    }

    private void beforeStorageCall(SimulatedProcess process, FreezingStorage.Call call, String path) {
        FreezePoint point = freezePoints.get(process);
        if (point != null && point.isAt(call, path, jobOracle.hasCommitted(process))) {
            freezePoints.remove(process);
            started.stream().filter(each -> each.process() == process).forEach(this::freeze);
            successorWanted = random.nextInt(4) > 0 && underWay().size() < MOST_AT_ONCE;
        }
    }

    /** Of what is not on the disk for certain, some is lost. */
    void losePower() {
        disk.losePower();
        storageLog.powerLost();
    }

    void tell(String what) {
        world.trace("-- fault", what);
    }

    Started start() {
        SimulatedProcess process = world.process("P" + (started.size() + 1));
        JobOptions next = options.next(random);
        process.trace("starts, " + next.startMode() + ", parallelism " + next.parallelism());
        Building building = new Building(Pipeline.named(DrawnPipeline.NAME), outside, process, parallelisms, userCode);
        SimulatedJob job = SimulatedJob.start(
                process,
                pipeline.build(building),
                next,
                new FreezingStorage(disk.storageOf(process), (call, path) -> beforeStorageCall(process, call, path)),
                new FailingCaptures(new HeapStateBackend(), captures),
                random,
                new Started.Notes(process, jobOracle));
        Started begun = new Started(process, job);
        started.add(begun);
        return begun;
    }

    void drawParallelisms() {
        for (int i = 0; i < parallelisms.length; i++) {
            parallelisms[i] = 1 + random.nextInt(4);
        }
    }

    UserCode userCode() {
        return userCode;
    }

    DamageAtRest damage() {
        return damage;
    }

    CaptureFaults captures() {
        return captures;
    }

    private void becomeCalm() {
        tell("no more faults");
        calmSince = world.elapsed();
        userCode.stopFailing();
        captures.stop();
        freezePoints.clear();
        successorWanted = false;
        disk.faults(StorageFaults.NONE);
        outside.calm();
        world.hurryNobody();
        started.forEach(each -> each.process().thaw());
    }

    @Override
    public void close() {
        world.close();
    }
}
