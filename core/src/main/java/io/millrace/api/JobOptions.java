package io.millrace.api;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How a job runs: where its checkpoints go, how often, and what happens on failure. Every method returns a copy.
 *
 * <p>Immutable.
 */
public final class JobOptions implements Cloneable {

    private final URI storage;
    private Duration checkpointInterval = Duration.ofSeconds(1);
    private Duration checkpointTimeout = Duration.ofSeconds(60);
    private int retainedCheckpoints = 2;
    private int parallelism = Math.max(1, Runtime.getRuntime().availableProcessors());
    private int keyGroups = 128;
    private String stateBackend = "heap";
    private RestartStrategy restartStrategy =
            RestartStrategy.exponentialDelay(Duration.ofMillis(200), Duration.ofSeconds(30));
    private StartMode startMode = StartMode.TAKE_OVER;
    private Duration standbyTakesOverAfter = Duration.ofSeconds(30);
    private Duration cancelTimeout = Duration.ofSeconds(30);
    private Duration bufferTimeout = Duration.ofMillis(10);
    private Set<String> droppableState = Set.of();
    private MeterRegistry meterRegistry = Metrics.globalRegistry;

    private JobOptions(URI storage) {
        this.storage = storage;
    }

    /**
     * Starts from the defaults.
     *
     * @param uri root folder of the checkpoints, such as {@code file:///var/lib/millrace}, or {@code memory:name} for
     *     tests; each job has a folder of its own below it
     */
    public static JobOptions storage(String uri) {
        try {
            return new JobOptions(URI.create(uri));
        } catch (IllegalArgumentException e) {
            throw new StartRefusedException(
                    "The storage '" + uri + "' is not a URI such as file:///var/lib/millrace", e);
        }
    }

    public JobOptions checkpointEvery(Duration interval) {
        return copy(options -> options.checkpointInterval = requirePositive("checkpoint interval", interval));
    }

    /** How long a checkpoint may take from trigger to the last acknowledgement before it is given up. Default 60 s. */
    public JobOptions checkpointTimeout(Duration timeout) {
        return copy(options -> options.checkpointTimeout = requirePositive("checkpoint timeout", timeout));
    }

    /** How many committed checkpoints are kept, the newest included. Default 2. */
    public JobOptions retainCheckpoints(int count) {
        return copy(
                options -> options.retainedCheckpoints = requireAtLeastOne("number of retained checkpoints", count));
    }

    /** Number of tasks of each step that does not say otherwise. Default: the number of processors. */
    public JobOptions parallelism(int tasks) {
        return copy(options -> options.parallelism = requireAtLeastOne("parallelism", tasks));
    }

    /** Number of key groups: the largest useful parallelism of keyed operators, fixed with the first checkpoint. Default 128. */
    public JobOptions keyGroups(int count) {
        return copy(options -> options.keyGroups = requireAtLeastOne("number of key groups", count));
    }

    /** Name of the state backend, {@code heap} (default) or one found on the class path. */
    public JobOptions stateBackend(String name) {
        return copy(options -> options.stateBackend = requireNonNull(name, "name"));
    }

    /** What follows a failed attempt. Default: exponential delay from 200 ms to 30 s. */
    public JobOptions restart(RestartStrategy strategy) {
        return copy(options -> options.restartStrategy = requireNonNull(strategy, "strategy"));
    }

    /** Starts by taking the job over from whatever process runs it. The default. */
    public JobOptions takeOver() {
        return copy(options -> options.startMode = StartMode.TAKE_OVER);
    }

    /**
     * Starts by waiting until the job's commit log has stood still, then takes over.
     *
     * @param quiet for how long; at least two checkpoint intervals are waited. A job whose checkpoint times out is silent
     *     for interval and checkpoint timeout together: with less than that it may be taken over although it runs, which
     *     costs a restart and nothing else
     */
    public JobOptions standby(Duration quiet) {
        return copy(options -> {
            options.startMode = StartMode.STANDBY;
            options.standbyTakesOverAfter = requirePositive("standby time", quiet);
        });
    }

    /** How long the tasks of an ended attempt may take to end; beyond it the job fails for good. Default 30 s. */
    public JobOptions cancelTimeout(Duration timeout) {
        return copy(options -> options.cancelTimeout = requirePositive("cancel timeout", timeout));
    }

    /** How long a record may wait for others before it is handed to the next task. Default 10 ms. */
    public JobOptions bufferTimeout(Duration timeout) {
        return copy(options -> options.bufferTimeout = requirePositive("buffer timeout", timeout));
    }

    /** Allows a start that leaves the stored state of these uids behind, because the pipeline no longer has them. */
    public JobOptions allowDroppedState(String... uids) {
        return copy(options -> {
            Set<String> all = new HashSet<>(droppableState);
            all.addAll(Set.of(uids));
            options.droppableState = Set.copyOf(all);
        });
    }

    /** Where the job's meters are registered, each with the tag {@code job}. Default: Micrometer's global registry. */
    public JobOptions meterRegistry(MeterRegistry registry) {
        return copy(options -> options.meterRegistry = requireNonNull(registry, "registry"));
    }

    public URI storage() {
        return storage;
    }

    public Duration checkpointInterval() {
        return checkpointInterval;
    }

    public Duration checkpointTimeout() {
        return checkpointTimeout;
    }

    public int retainedCheckpoints() {
        return retainedCheckpoints;
    }

    public int parallelism() {
        return parallelism;
    }

    public int keyGroups() {
        return keyGroups;
    }

    public String stateBackend() {
        return stateBackend;
    }

    public RestartStrategy restartStrategy() {
        return restartStrategy;
    }

    public StartMode startMode() {
        return startMode;
    }

    public Duration standbyTakesOverAfter() {
        return standbyTakesOverAfter;
    }

    public Duration cancelTimeout() {
        return cancelTimeout;
    }

    public Duration bufferTimeout() {
        return bufferTimeout;
    }

    public Set<String> droppableState() {
        return droppableState;
    }

    public MeterRegistry meterRegistry() {
        return meterRegistry;
    }

    private JobOptions copy(Consumer<JobOptions> change) {
        try {
            JobOptions copy = (JobOptions) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("JobOptions is cloneable", e);
        }
    }

    private static Duration requirePositive(String what, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new StartRefusedException("The " + what + " must be longer than 0, not " + value);
        }
        return value;
    }

    private static int requireAtLeastOne(String what, int value) {
        if (value < 1) {
            throw new StartRefusedException("The " + what + " must be at least 1, not " + value);
        }
        return value;
    }
}
