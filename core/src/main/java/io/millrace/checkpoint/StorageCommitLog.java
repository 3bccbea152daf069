package io.millrace.checkpoint;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commit log of a job without Kafka: numbered slots in the job's folder, filled one after the other without gaps,
 * each by one conditional create. A slot holds the last takeover and the last commit as of there, so that the highest
 * one tells all. A takeover fills the next slot, so that the predecessor finds it taken and knows that it is fenced.
 *
 * <p>Of the slots only the highest few are kept; the others are emptied, always the lowest first. A process that slept
 * while its next slot was filled and emptied again could fill it once more. So whoever filled a slot looks whether the
 * one before it is still filled: it would have been emptied first.
 *
 * <p>One call at a time, as {@link CommitLog} says.
 */
public final class StorageCommitLog implements CommitLog {

    /** So many that whoever lists the slots while they change still finds some. */
    static final int KEPT_SLOTS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(StorageCommitLog.class);

    private static final int MOST_READS = 10;

    private final LogSlots slots;
    private final String jobName;

    /** What the slot before the next one holds; to append means to fill the next with more. */
    private LogContents contents = LogContents.EMPTY;

    private long nextSlot;

    public StorageCommitLog(CheckpointStorage storage, String jobName) {
        this.slots = new LogSlots(new JobFolder(storage, jobName));
        this.jobName = jobName;
    }

    @Override
    public LogContents look() {
        return readHighest().contents;
    }

    /** Reads the log to its end. It is {@link #takeOver} that keeps the predecessor from appending. */
    @Override
    public LogContents fence() {
        Reading reading = readHighest();
        contents = reading.contents;
        nextSlot = reading.slot + 1;
        return contents;
    }

    /**
     * {@inheritDoc}
     *
     * @throws InDoubtException if the predecessor committed since {@link #fence} read the log: begin again
     */
    @Override
    public void takeOver(LogEntry.Takeover entry) {
        append(entry, new LogContents(Optional.of(entry), contents.lastCommit()));
    }

    /** Commit point: fills the next slot. */
    @Override
    public void commit(LogEntry.Commit entry) {
        append(entry, new LogContents(contents.lastTakeover(), Optional.of(entry)));
    }

    @Override
    public void awaitVisible() {}

    @Override
    public void close() {}

    private void append(LogEntry entry, LogContents more) {
        if (nextSlot == 0) {
            throw new IllegalStateException("Nothing can be appended to a log before fence() has read it");
        }
        boolean filled;
        try {
            filled = slots.fill(nextSlot, more);
        } catch (IOException e) {
            throw new UncheckedIOException("Appending " + entry + " as " + slots.nameOf(nextSlot) + " failed", e);
        }
        if (!filled) {
            throw overtaken(entry);
        }
        if (!counts(nextSlot)) {
            throw new FencedException("Another process took job '" + jobName + "' over while this one was away: "
                    + slots.nameOf(nextSlot) + " had been emptied, and what it holds now does not count.");
        }
        contents = more;
        emptyUpTo(nextSlot - KEPT_SLOTS);
        nextSlot++;
    }

    private boolean counts(long slot) {
        try {
            return slot == 1 ? slots.filled().equals(List.of(slot)) : slots.isFilled(slot - 1);
        } catch (IOException e) {
            throw new InDoubtException(
                    slots.nameOf(slot) + " was filled, but the others cannot be read to see whether it counts.", e);
        }
    }

    /** What it means that the next slot is filled already: a takeover came in between, or only a commit of the predecessor. */
    private RuntimeException overtaken(LogEntry entry) {
        String what = "Appending " + entry + " found " + slots.nameOf(nextSlot) + " filled";
        Optional<LogContents> found;
        try {
            found = slots.read(nextSlot);
        } catch (StartRefusedException e) {
            return new FencedException("A newer version of Millrace took job '" + jobName + "' over.", e);
        } catch (IOException e) {
            return new InDoubtException(what + ", and it cannot be read.", e);
        }
        if (found.isPresent() && !found.get().lastTakeover().equals(contents.lastTakeover())) {
            return new FencedException("Another process took job '" + jobName + "' over: " + what + " with "
                    + found.get().lastTakeover().map(LogEntry::toString).orElse("nothing") + ".");
        }
        return new InDoubtException(what + ": the log has moved on. Read the log again.", null);
    }

    /** Lowest first, and no further than the first failure: see above. */
    private void emptyUpTo(long highest) {
        try {
            for (long slot : highest < 1 ? List.<Long>of() : slots.filled()) {
                if (slot <= highest) {
                    slots.empty(slot);
                }
            }
        } catch (IOException e) {
            LOG.warn("Job {}: old commit log entries could not be deleted; tried again at the next commit", jobName, e);
        }
    }

    private Reading readHighest() {
        try {
            for (int reads = 1; reads <= MOST_READS; reads++) {
                List<Long> filled = slots.filled();
                if (filled.isEmpty()) {
                    return new Reading(0, LogContents.EMPTY);
                }
                long highest = filled.get(filled.size() - 1);
                Optional<LogContents> found = slots.read(highest);
                if (found.isPresent()) { // else it was emptied meanwhile
                    return new Reading(highest, found.get());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The commit log of job '" + jobName + "' cannot be read", e);
        }
        throw new InDoubtException(
                "The commit log of job '" + jobName + "' moved on during each of " + MOST_READS
                        + " attempts to read it.",
                null);
    }

    private record Reading(long slot, LogContents contents) {}

    @Override
    public String toString() {
        return "kept in the storage";
    }
}
