package io.millrace.checkpoint;

import io.millrace.spi.LogEntry;
import io.millrace.spi.LogEntryCodec;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbered files in the job's folder, each holding one commit log entry and made by one conditional create.
 *
 * <p>Thread-safe. Calls block.
 */
final class LogSlots {

    private static final String FOLDER = "log";
    private static final String PATH_FORMAT = FOLDER + "/%012d.json";
    private static final Pattern PATH = Pattern.compile(FOLDER + "/(\\d{12})\\.json");

    private final JobFolder folder;

    LogSlots(JobFolder folder) {
        this.folder = folder;
    }

    /** How a slot is called in messages. */
    String nameOf(long slot) {
        return folder.nameOf(pathOf(slot));
    }

    /** The numbers of the filled slots, lowest first. */
    List<Long> filled() throws IOException {
        return folder.list(FOLDER).stream()
                .map(PATH::matcher)
                .filter(Matcher::matches)
                .map(path -> Long.valueOf(path.group(1)))
                .sorted()
                .toList();
    }

    boolean isFilled(long slot) throws IOException {
        try {
            folder.length(pathOf(slot));
            return true;
        } catch (NoSuchFileException expectedWhenEmptied) {
            return false;
        }
    }

    /**
     * Reads a slot; empty if it is not filled.
     *
     * @throws io.millrace.api.DamagedException if it holds no entry
     * @throws io.millrace.api.StartRefusedException if it was filled by a newer version
     */
    Optional<LogEntry> read(long slot) throws IOException {
        return folder.read(pathOf(slot)).map(bytes -> LogEntryCodec.fromBytes(bytes, nameOf(slot)));
    }

    /**
     * Fills a slot, unless it is filled already.
     *
     * @return whether it holds {@code entry} now
     * @throws IOException if it was certainly not filled
     * @throws InDoubtException if nobody can tell
     */
    boolean fill(long slot, LogEntry entry) throws IOException {
        return folder.createOnce(pathOf(slot), LogEntryCodec.toBytes(entry)).isEmpty();
    }

    void empty(long slot) throws IOException {
        folder.delete(pathOf(slot));
    }

    private static String pathOf(long slot) {
        return String.format(Locale.ROOT, PATH_FORMAT, slot);
    }
}
