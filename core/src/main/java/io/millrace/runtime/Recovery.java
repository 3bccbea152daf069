package io.millrace.runtime;

import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.JobOptions;
import io.millrace.api.StartRefusedException;
import io.millrace.checkpoint.CoordinatorSettings;
import io.millrace.checkpoint.JobIdentity;
import io.millrace.checkpoint.Manifest;
import io.millrace.checkpoint.StartCheckpoint;
import io.millrace.plan.PhysicalPlan;
import io.millrace.spi.CommitLog;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.spi.StateRef;
import io.millrace.spi.Upload;
import io.millrace.state.KeyRouting;
import io.millrace.time.Clock;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps by which an attempt comes to own its job and learns where to start: look, fence, take over, decide. Each
 * can be repeated by the next attempt; nothing before {@link #fence} hurts a process that runs the job, or leaves
 * anything behind.
 *
 * <p>Every step blocks; one runs at a time. Its order is that of docs/design/001-commit-log.md.
 */
final class Recovery {

    private static final Logger log = LoggerFactory.getLogger(Recovery.class);
    private static final int MAX_LOOKS = 10;

    /** What can be seen from outside: the log as far as decided, and the storage. */
    record Looked(CommitLog log, LogContents contents, Map<String, SplitEnumerator> enumerators) {}

    /** Nobody else can append any more. */
    record Fenced(Looked looked, LogContents contents) {}

    /** The entry that is to make the job ours. */
    record Claim(Fenced fenced, LogEntry.Takeover takeover) {}

    /** The job is ours. */
    record Owned(Looked looked, LogContents contents, LogEntry.Takeover takeover) {}

    /**
     * Where the tasks start.
     *
     * @param log the attempt's commit log
     * @param settings what the coordinator of the attempt goes by
     * @param manifest the committed checkpoint to start from
     * @param enumerators per source uid
     * @param splits per source uid, all splits with their positions
     */
    record StartPoint(
            CommitLog log,
            CoordinatorSettings settings,
            Manifest manifest,
            Map<String, SplitEnumerator> enumerators,
            Map<String, List<SourceSplit>> splits) {

        Map<String, List<StateRef>> states() {
            Map<String, List<StateRef>> states = new HashMap<>();
            manifest.operators().forEach(operator -> states.put(operator.uid(), operator.states()));
            return states;
        }
    }

    private final JobSetup setup;
    private final AttemptResources resources;
    private final LogEntry.@Nullable Takeover lastClaim;
    private final Clock clock;
    private final AttemptContext attempt;

    Recovery(
            JobSetup setup,
            AttemptResources resources,
            LogEntry.@Nullable Takeover lastClaim,
            Clock clock,
            AttemptContext attempt) {
        this.setup = setup;
        this.resources = resources;
        this.lastClaim = lastClaim;
        this.clock = clock;
        this.attempt = attempt;
    }

    /** Step 1: look before fencing. A start that cannot work must not hurt the job that runs. */
    Looked look() throws IOException {
        PhysicalPlan plan = setup.plan();
        plan.sinks().forEach(sink -> sink.connector().check(plan.jobName()));
        Map<String, SplitEnumerator> enumerators = new HashMap<>();
        plan.sources().forEach(source -> {
            SplitEnumerator enumerator =
                    resources.keep(source.connector().openEnumerator(attempt.operator(source.uid())));
            enumerator.check();
            enumerators.put(source.uid(), enumerator);
        });
        requireWritable();
        CommitLog commitLog = resources.keep(CommitLogs.open(setup, attempt.fail()));
        Looked looked = lookAgain(new Looked(commitLog, LogContents.EMPTY, enumerators));
        requireRestorable(looked, MAX_LOOKS);
        if (lastClaim == null) { // later attempts of a process fence nobody but itself
            requireIntact(lookAgain(looked));
        }
        return looked;
    }

    /** Reads all state once: what is damaged is found before a process is fenced that still holds it whole. */
    private void requireIntact(Looked looked) throws IOException {
        try {
            Optional<Manifest> manifest = committedManifest(looked.contents());
            if (manifest.isPresent()) {
                withAdvice(() -> {
                    setup.storage().requireIntact(manifest.get());
                    return manifest;
                });
            }
        } catch (DamagedException e) {
            if (lookAgain(looked)
                    .contents()
                    .lastCommit()
                    .equals(looked.contents().lastCommit())) {
                throw e;
            }
            // a running owner has gone on, and may have retired it meanwhile
        }
    }

    /** Begins a file and throws it away. */
    private void requireWritable() throws IOException {
        try (Upload probe = setup.files().create(setup.jobName() + "/probe-" + UUID.randomUUID())) {
            probe.out().write(0);
        } catch (IOException e) {
            throw new StartRefusedException(
                    "Job '" + setup.jobName() + "' cannot write to its storage "
                            + setup.options().storage() + ": " + e.getMessage()
                            + ". Give this process the right to, or choose"
                            + " another storage",
                    e);
        }
    }

    /** The first part of step 1 once more, while standing by. */
    Looked lookAgain(Looked before) throws IOException {
        LogContents contents = before.log().look();
        requireNoSuccessor(contents);
        requireSameJob(before.log(), contents);
        return new Looked(before.log(), contents, before.enumerators());
    }

    /**
     * A running owner may retire the checkpoint while we look at it, and its next commit may show a moment later: only
     * what is still missing after a number of looks is damaged.
     */
    private void requireRestorable(Looked looked, int looksLeft) throws IOException {
        try {
            splits(committedManifest(looked.contents()), looked.enumerators()); // refuses what cannot be read
        } catch (DamagedException e) {
            if (looksLeft == 0) {
                throw e;
            }
            requireRestorable(lookAgain(looked), looksLeft - 1);
        }
    }

    /** Step 2: fence the predecessor and read the log to its end. */
    Fenced fence(Looked looked) throws IOException {
        // The storage first: whoever has a checkpoint there appended its takeover before, so that the log shows it.
        boolean hasCheckpoints = !setup.storage().checkpoints().isEmpty();
        LogContents contents = looked.log().fence();
        // Again: it may have fenced us before it appended its takeover, so that the look found none.
        requireNoSuccessor(contents);
        requireSameJob(looked.log(), contents);
        if (hasCheckpoints) {
            requireSomeEntry(looked.log(), contents);
        }
        return new Fenced(looked, contents);
    }

    /**
     * First half of step 3: decide on the takeover entry. It is known before it is appended, for whoever tried to append
     * and failed has a successor if another attempt took the job over under the same run.
     */
    Claim claim(Fenced fenced) throws IOException {
        JobIdentity identity =
                setup.storage().establish(new JobIdentity(setup.jobName(), UUID.randomUUID(), UUID.randomUUID()));
        long run = fenced.contents().lastTakeover().map(LogEntry.Takeover::run).orElse(0L) + 1;
        return new Claim(fenced, new LogEntry.Takeover(identity.jobId(), identity.storageId(), run, UUID.randomUUID()));
    }

    /** Second half of step 3: own the job. */
    Owned takeOver(Claim claim) {
        Fenced fenced = claim.fenced();
        fenced.looked().log().takeOver(claim.takeover());
        log.info(
                "Job {}: run {} owns the job", setup.jobName(), claim.takeover().run());
        return new Owned(fenced.looked(), fenced.contents(), claim.takeover());
    }

    /**
     * Steps 3 and 4: find the checkpoint to restore. Where sources start that it does not know, all of them at a fresh start,
     * is committed as a checkpoint of its own first: otherwise each attempt would ask anew what "latest" is.
     */
    StartPoint decideStart(Owned owned) throws IOException {
        Optional<Manifest> committed = committedManifest(owned.contents());
        if (committed.isEmpty()) {
            setup.storage().requireNeverCommitted();
        }
        Map<String, List<SourceSplit>> splits = splits(committed, owned.looked().enumerators());
        Map<String, List<SourceSplit>> added = new TreeMap<>(splits);
        committed.ifPresent(manifest -> manifest.operators().forEach(operator -> added.remove(operator.uid())));
        long nextId = setup.storage().nextCheckpointId(owned.contents().lastCommit());
        if (committed.isPresent() && added.isEmpty()) {
            logStart(owned, committed, added);
            return startPoint(owned, nextId, committed.get(), splits);
        }
        Manifest manifest = new StartCheckpoint(
                        settings(owned.takeover(), nextId), owned.looked().log(), setup.storage(), clock)
                .commit(committed, added);
        logStart(owned, committed, added);
        return startPoint(owned, nextId + 1, manifest, splits);
    }

    private void logStart(Owned owned, Optional<Manifest> from, Map<String, List<SourceSplit>> added) {
        long run = owned.takeover().run();
        if (from.isEmpty()) {
            log.info("Job {}: run {} starts for the first time, from {}", setup.jobName(), run, added);
        } else if (added.isEmpty()) {
            log.info(
                    "Job {}: run {} goes on from checkpoint {}",
                    setup.jobName(),
                    run,
                    from.get().name());
        } else {
            log.info(
                    "Job {}: run {} goes on from checkpoint {}; sources that were added start from {}",
                    setup.jobName(),
                    run,
                    from.get().name(),
                    added);
        }
    }

    private StartPoint startPoint(Owned owned, long nextId, Manifest manifest, Map<String, List<SourceSplit>> splits) {
        return new StartPoint(
                owned.looked().log(),
                settings(owned.takeover(), nextId),
                manifest,
                owned.looked().enumerators(),
                splits);
    }

    private CoordinatorSettings settings(LogEntry.Takeover takeover, long firstCheckpointId) {
        PhysicalPlan plan = setup.plan();
        JobOptions options = setup.options();
        Map<String, Integer> operators = new HashMap<>();
        plan.sources().forEach(source -> operators.put(source.uid(), source.parallelism()));
        plan.keyedOperators().forEach(operator -> operators.put(operator.uid(), operator.parallelism()));
        plan.sinks().forEach(sink -> operators.put(sink.uid(), sink.parallelism()));
        return new CoordinatorSettings(
                new JobIdentity(plan.jobName(), takeover.jobId(), takeover.storageId()),
                takeover.run(),
                firstCheckpointId,
                CoordinatorSettings.Timing.of(options.checkpointInterval(), options.checkpointTimeout()),
                options.retainedCheckpoints(),
                plan.keyGroups(),
                KeyRouting.KEY_HASH_VERSION,
                operators);
    }

    private Optional<Manifest> committedManifest(LogContents contents) throws IOException {
        Optional<LogEntry.Commit> commit = contents.lastCommit();
        if (commit.isEmpty()) {
            return Optional.empty();
        }
        Manifest manifest = withAdvice(() -> {
            Manifest loaded = setup.storage().load(commit.get());
            setup.storage().requireFiles(loaded);
            return loaded;
        });
        PipelineCheck.requireFit(setup.plan(), setup.options(), manifest);
        return Optional.of(manifest);
    }

    private interface StorageRead<T> {

        T read() throws IOException;
    }

    /** Says of damage where it is, and what to do about it. */
    private <T> T withAdvice(StorageRead<T> what) throws IOException {
        try {
            return what.read();
        } catch (DamagedException e) {
            throw new DamagedException(
                    e.getMessage() + " The storage is " + setup.options().storage()
                            + "; no checkpoint in it was changed."
                            + " Restore the file from a backup, or begin anew with another job name and other output topics.",
                    e);
        }
    }

    /** Sources that the checkpoint knows go on from it, new ones start. */
    private static Map<String, List<SourceSplit>> splits(
            Optional<Manifest> from, Map<String, SplitEnumerator> enumerators) {
        Map<String, List<SourceSplit>> splits = new HashMap<>();
        enumerators.forEach((uid, enumerator) -> splits.put(
                uid,
                from.flatMap(manifest -> manifest.operator(uid))
                        .map(operator -> enumerator.resume(operator.positions()))
                        .orElseGet(enumerator::start)));
        return splits;
    }

    private void requireNoSuccessor(LogContents contents) {
        LogEntry.Takeover mine = lastClaim;
        if (mine == null) {
            return;
        }
        contents.lastTakeover().filter(last -> isSuccessor(last, mine)).ifPresent(last -> {
            throw fencedBy(setup.jobName(), last);
        });
    }

    /** Looks, with a log opened for this alone, whether somebody took the job over after {@code mine}. */
    static Optional<LogEntry.Takeover> findSuccessor(JobSetup setup, LogEntry.Takeover mine) {
        try (CommitLog commitLog = CommitLogs.open(setup, ignored -> {})) {
            return commitLog.look().lastTakeover().filter(last -> isSuccessor(last, mine));
        }
    }

    static FencedException fencedBy(String jobName, LogEntry.Takeover successor) {
        return new FencedException("Job '" + jobName + "' was taken over by another process, as run " + successor.run()
                + "; this one ends. Is it deployed twice under the same name on one cluster?");
    }

    private static boolean isSuccessor(LogEntry.Takeover last, LogEntry.Takeover mine) {
        return last.run() >= mine.run() && !last.attempt().equals(mine.attempt());
    }

    private void requireSameJob(CommitLog commitLog, LogContents contents) throws IOException {
        Optional<JobIdentity> identity = withAdvice(setup.storage()::identity);
        Optional<LogEntry> known = contents.lastCommit()
                .<LogEntry>map(commit -> commit)
                .or(() -> contents.lastTakeover().map(takeover -> takeover));
        if (known.isEmpty()) {
            return;
        }
        LogEntry entry = known.get();
        if (identity.isEmpty()) {
            throw new StartRefusedException(
                    "The commit log of job '" + setup.jobName() + "', " + commitLog + ", says that run " + entry.run()
                            + " used storage " + entry.storageId() + ", but "
                            + setup.options().storage()
                            + " holds nothing of this job. Start with the storage that it ran with; if the log is another job's,"
                            + " give each job its own; to begin anew, choose another job name, or delete the commit log and"
                            + " the output that goes with it");
        }
        if (!identity.get().jobId().equals(entry.jobId())
                || !identity.get().storageId().equals(entry.storageId())) {
            throw new StartRefusedException(
                    "The commit log of job '" + setup.jobName() + "', " + commitLog + ", belongs to job "
                            + entry.jobId() + " in storage " + entry.storageId() + ", but "
                            + setup.options().storage()
                            + " holds job " + identity.get().jobId() + " in storage "
                            + identity.get().storageId()
                            + ". Start with the storage that it ran with, or give each job a name and a commit log of its own");
        }
    }

    private void requireSomeEntry(CommitLog commitLog, LogContents contents) {
        if (contents.lastTakeover().isEmpty() && contents.lastCommit().isEmpty()) {
            throw new DamagedException("Storage " + setup.options().storage() + " holds checkpoints of job '"
                    + setup.jobName() + "', but its commit log is empty (" + commitLog
                    + "): was it deleted or named otherwise, or is this"
                    + " another cluster?"
                    + " Which checkpoint goes with the output cannot be told, so nothing is restored");
        }
    }
}
