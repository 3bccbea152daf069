package io.millrace.checkpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
import io.millrace.spi.ChecksummedJson;
import io.millrace.spi.JsonFields;
import io.millrace.spi.LogContents;
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
 * Numbered files in the job's folder, each made by one conditional create and holding what a commit log says as of there.
 *
 * <p>Thread-safe. Calls block.
 */
final class LogSlots {

    private static final String FOLDER = "log";
    private static final String PATH_FORMAT = FOLDER + "/%012d.json";
    private static final Pattern PATH = Pattern.compile(FOLDER + "/(\\d{12})\\.json");
    private static final String SLOT = "slot";
    private static final String TAKEOVER = "lastTakeover";
    private static final String COMMIT = "lastCommit";

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
     * @throws DamagedException if it holds something else
     * @throws io.millrace.api.StartRefusedException if it was filled by a newer version
     */
    Optional<LogContents> read(long slot) throws IOException {
        return folder.read(pathOf(slot)).map(bytes -> parse(bytes, slot));
    }

    /**
     * Fills a slot, unless it is filled already.
     *
     * @return whether it holds {@code contents} now
     * @throws IOException if it was certainly not filled
     * @throws InDoubtException if nobody can tell
     */
    boolean fill(long slot, LogContents contents) throws IOException {
        ObjectNode json = ChecksummedJson.object();
        json.put(SLOT, slot);
        contents.lastTakeover().ifPresent(entry -> json.set(TAKEOVER, LogEntryCodec.toJson(entry)));
        contents.lastCommit().ifPresent(entry -> json.set(COMMIT, LogEntryCodec.toJson(entry)));
        return folder.createOnce(pathOf(slot), ChecksummedJson.toDocument(json)).isEmpty();
    }

    void empty(long slot) throws IOException {
        folder.delete(pathOf(slot));
    }

    private LogContents parse(byte[] bytes, long slot) {
        JsonFields json = JsonFields.parse(bytes, nameOf(slot));
        if (json.number(SLOT) != slot) {
            throw new DamagedException(nameOf(slot) + " is damaged: it belongs in slot " + json.number(SLOT) + ".");
        }
        return new LogContents(
                entry(json, TAKEOVER, LogEntry.Takeover.class), entry(json, COMMIT, LogEntry.Commit.class));
    }

    private static <T extends LogEntry> Optional<T> entry(JsonFields json, String field, Class<T> kind) {
        return json.has(field) ? Optional.of(kind.cast(LogEntryCodec.fromJson(json.object(field)))) : Optional.empty();
    }

    private static String pathOf(long slot) {
        return String.format(Locale.ROOT, PATH_FORMAT, slot);
    }
}
