package io.millrace.runtime;

import io.millrace.api.StartRefusedException;
import io.millrace.checkpoint.StorageCommitLog;
import io.millrace.plan.PhysicalPlan;
import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.CommitLogProvider;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Chooses a job's commit log: the one on the sinks' cluster, where there is none the one on the sources', and in the
 * storage for jobs that have neither.
 */
final class CommitLogs {

    private CommitLogs() {}

    /**
     * Opens the commit log of one attempt. Blocks.
     *
     * @throws StartRefusedException if the sinks are on different clusters, or mean different logs
     */
    static CommitLog open(JobSetup setup, Consumer<Throwable> fail) {
        CommitLogContext context = new CommitLogContext(
                setup.jobName(),
                setup.options().checkpointInterval(),
                setup.options().checkpointTimeout(),
                fail);
        return provider(setup.plan())
                .map(provider -> provider.open(context))
                .orElseGet(() -> new StorageCommitLog(setup.files(), setup.jobName()));
    }

    private static Optional<CommitLogProvider> provider(PhysicalPlan plan) {
        Set<CommitLogProvider> ofSinks = new LinkedHashSet<>();
        plan.sinks().forEach(sink -> sink.connector().commitLog().ifPresent(ofSinks::add));
        requireOneCluster(plan.jobName(), ofSinks);
        requireOneLog(plan.jobName(), ofSinks);
        return ofSinks.stream()
                .findFirst()
                .or(() -> plan.sources().stream()
                        .flatMap(source -> source.connector().commitLog().stream())
                        .findFirst());
    }

    private static void requireOneCluster(String jobName, Set<CommitLogProvider> providers) {
        Set<String> clusters = new LinkedHashSet<>();
        providers.forEach(provider -> clusters.add(provider.clusterId()));
        if (clusters.size() > 1) {
            throw new StartRefusedException("The sinks of job '" + jobName + "' write to " + clusters.size()
                    + " clusters, with ids " + clusters
                    + "; one transaction decides a checkpoint, so all sinks that are"
                    + " exactly-once must be on one cluster. Split the job in two");
        }
    }

    /** Only one is written: the other would look as if the job had never run. */
    private static void requireOneLog(String jobName, Set<CommitLogProvider> providers) {
        Set<String> names = new TreeSet<>();
        providers.forEach(provider -> names.add(provider.logName(jobName)));
        if (names.size() > 1) {
            throw new StartRefusedException("The sinks of job '" + jobName + "' name " + names.size() + " commit logs, "
                    + names + ", but a job has one. Name the same for all sinks that are exactly-once, best by making"
                    + " them from one connection; for a job that has run before, the one that it ran with");
        }
    }
}
