package io.millrace.checkpoint;

import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.StartRefusedException;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.CommitLog;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commit log of a job without Kafka: numbered slots in the job's folder, each filled by one conditional create. A takeover
 * fills the next slot, so that the predecessor finds it taken and knows that it is fenced.
 *
 * <p>A commit empties the slots that nobody needs any more, all but itself and its run's takeover, from the lowest up. A
 * process that slept while its next slot was filled and emptied again could fill it once more. So whoever filled a slot looks
 * whether the one before is still filled: that would have been emptied first. Nor does a reader ever take such an entry for
 * real, for there is a higher one of its kind.
 *
 * <p>One call at a time, as {@link CommitLog} says.
 */
public final class StorageCommitLog implements CommitLog {

    private static final Logger LOG = LoggerFactory.getLogger(StorageCommitLog.class);

    private static final int MOST_READS = 10;

    private final LogSlots slots;
    private final String jobName;
    private long nextSlot;
    private long takeoverSlot;

    public StorageCommitLog(CheckpointStorage storage, String jobName) {
        this.slots = new LogSlots(new JobFolder(storage, jobName));
        this.jobName = jobName;
    }

    @Override
    public LogContents look() {
        return readAll().contents;
    }

    /** Reads the log to its end. It is {@link #takeOver} that keeps the predecessor from appending. */
    @Override
    public LogContents fence() {
        Reading reading = readAll();
        nextSlot = reading.highest + 1;
        return reading.contents;
    }

    /**
     * {@inheritDoc}
     *
     * @throws InDoubtException if the predecessor committed since {@link #fence} read the log: begin again
     */
    @Override
    public void takeOver(LogEntry.Takeover entry) {
        append(entry);
        takeoverSlot = nextSlot;
        nextSlot++;
    }

    /** Commit point: fills the next slot. */
    @Override
    public void commit(LogEntry.Commit entry) {
        append(entry);
        emptyBelow(nextSlot);
        nextSlot++;
    }

    @Override
    public void awaitVisible() {}

    @Override
    public void close() {}

    /** Fills the next slot and makes sure that it counts. */
    private void append(LogEntry entry) {
        if (nextSlot == 0) {
            throw new IllegalStateException("Nothing can be appended to a log before fence() has read it");
        }
        boolean ours;
        try {
            ours = slots.fill(nextSlot, entry);
        } catch (IOException e) {
            throw new UncheckedIOException("Appending " + entry + " as " + slots.nameOf(nextSlot) + " failed", e);
        }
        if (!ours) {
            throw whatItMeansThat(nextSlot, entry);
        }
        if (!counts(nextSlot)) {
            throw new FencedException("Another process took job " + jobName + " over while this one was away: "
                    + slots.nameOf(nextSlot) + " had been emptied, and what it holds now does not count.");
        }
    }

    private boolean counts(long slot) {
        try {
            return slot == 1 ? slots.filled().equals(List.of(1L)) : slots.isFilled(slot - 1);
        } catch (IOException e) {
            throw new InDoubtException(
                    slots.nameOf(slot) + " was written, but the other slots cannot be read to see whether it counts.",
                    e);
        }
    }

    /** The next slot is taken by another entry. */
    private RuntimeException whatItMeansThat(long slot, LogEntry notAppended) {
        Optional<LogEntry> found;
        try {
            found = slots.read(slot);
        } catch (StartRefusedException e) {
            return new FencedException("A newer version of Millrace took job " + jobName + " over.", e);
        } catch (IOException e) {
            return new InDoubtException(
                    "Appending " + notAppended + " found " + slots.nameOf(slot) + " taken, and it cannot be read.", e);
        }
        if (found.isPresent()
                && found.get().run() != notAppended.run()
                && (notAppended instanceof LogEntry.Commit || found.get() instanceof LogEntry.Takeover)) {
            return new FencedException("Another process took job " + jobName + " over: " + notAppended
                    + " could not be appended, because " + slots.nameOf(slot) + " holds " + found.get() + ".");
        }
        return new InDoubtException(
                "Appending " + notAppended + " found the log moved on: " + slots.nameOf(slot) + " holds "
                        + found.map(LogEntry::toString).orElse("nothing any more") + ". Read it again.",
                null);
    }

    /** Lowest first, and no further than the first failure: see above. */
    private void emptyBelow(long commitSlot) {
        try {
            for (long slot : slots.filled()) {
                if (slot != takeoverSlot && slot < commitSlot) {
                    slots.empty(slot);
                }
            }
        } catch (IOException e) {
            LOG.warn("Job {}: old commit log entries could not be deleted; tried again at the next commit", jobName, e);
        }
    }

    private Reading readAll() {
        Optional<Reading> reading = Optional.empty();
        try {
            for (int reads = 1; reads <= MOST_READS; reads++) {
                reading = read(slots.filled());
                if (reading.isPresent() && reading.get().isComplete()) {
                    return reading.get();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The commit log of job " + jobName + " cannot be read", e);
        }
        if (reading.isPresent()) {
            throw new DamagedException("The commit log of job " + jobName + " is damaged: of the files up to "
                    + slots.nameOf(reading.get().highest) + ", the one with the last "
                    + (reading.get().contents.lastTakeover().isEmpty() ? "takeover" : "commit") + " is missing.");
        }
        throw new InDoubtException(
                "The commit log of job " + jobName + " moved on during each of " + MOST_READS + " attempts to read it.",
                null);
    }

    /** Reads from the highest slot down; empty if a slot was emptied meanwhile. */
    private Optional<Reading> read(List<Long> filled) throws IOException {
        LogEntry.@Nullable Takeover takeover = null;
        LogEntry.@Nullable Commit commit = null;
        for (int i = filled.size() - 1; i >= 0 && (takeover == null || commit == null); i--) {
            Optional<LogEntry> entry = slots.read(filled.get(i));
            if (entry.isEmpty()) {
                return Optional.empty();
            }
            if (takeover == null && entry.get() instanceof LogEntry.Takeover last) {
                takeover = last;
            }
            if (commit == null && entry.get() instanceof LogEntry.Commit last) {
                commit = last;
            }
        }
        return Optional.of(new Reading(
                filled.isEmpty() ? 0 : filled.get(filled.size() - 1),
                filled.size(),
                new LogContents(Optional.ofNullable(takeover), Optional.ofNullable(commit))));
    }

    private record Reading(long highest, int count, LogContents contents) {

        /**
         * The last takeover and the last commit are never emptied, and nothing is before there is a commit. A list that was
         * made while its entries changed may miss one, but not again and again.
         */
        boolean isComplete() {
            boolean hasTakeover = count == 0 || contents.lastTakeover().isPresent();
            boolean hasCommit = count == highest || contents.lastCommit().isPresent();
            return hasTakeover && hasCommit;
        }
    }
}
