package io.millrace.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
import io.millrace.api.StartRefusedException;
import java.util.UUID;

/**
 * Turns commit log entries into bytes and back: one line of checksummed JSON with a format version.
 *
 * <p>All methods are thread-safe.
 */
public final class LogEntryCodec {

    private static final int FORMAT_VERSION = 1;
    private static final String TAKEOVER = "takeover";
    private static final String COMMIT = "commit";

    private LogEntryCodec() {}

    public static byte[] toBytes(LogEntry entry) {
        ObjectNode json = ChecksummedJson.object();
        json.put("formatVersion", FORMAT_VERSION);
        if (entry instanceof LogEntry.Takeover takeover) {
            json.put("entry", TAKEOVER);
            putCommon(json, takeover);
            json.put("attempt", takeover.attempt().toString());
        } else if (entry instanceof LogEntry.Commit commit) {
            json.put("entry", COMMIT);
            putCommon(json, commit);
            json.put("checkpointId", commit.checkpointId());
            json.put("manifestDigest", commit.manifestDigest());
        }
        return ChecksummedJson.toLine(json);
    }

    /**
     * Reads an entry back.
     *
     * @param bytes what {@link #toBytes} made
     * @param where names the place in the log, such as a file or a topic with an offset, for error messages
     * @throws DamagedException if the bytes are not an entry
     * @throws StartRefusedException if a newer version of Millrace wrote it
     */
    public static LogEntry fromBytes(byte[] bytes, String where) {
        ObjectNode json = ChecksummedJson.parse(bytes, where);
        long version = number(json, "formatVersion", where);
        if (version > FORMAT_VERSION) {
            throw new StartRefusedException(where + " was written by a newer version of Millrace: its format is "
                    + version + ", this version reads up to " + FORMAT_VERSION
                    + ". Start the job with the newer version.");
        }
        UUID jobId = uuid(json, "jobId", where);
        UUID storageId = uuid(json, "storageId", where);
        long run = number(json, "run", where);
        String kind = text(json, "entry", where);
        return switch (kind) {
            case TAKEOVER -> new LogEntry.Takeover(jobId, storageId, run, uuid(json, "attempt", where));
            case COMMIT ->
                new LogEntry.Commit(
                        jobId,
                        storageId,
                        run,
                        number(json, "checkpointId", where),
                        text(json, "manifestDigest", where));
            default -> throw new DamagedException(where + " holds an unknown kind of entry, '" + kind + "'.");
        };
    }

    private static void putCommon(ObjectNode json, LogEntry entry) {
        json.put("jobId", entry.jobId().toString());
        json.put("storageId", entry.storageId().toString());
        json.put("run", entry.run());
    }

    private static long number(ObjectNode json, String field, String where) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber()) {
            throw missing(field, where);
        }
        return value.longValue();
    }

    private static String text(ObjectNode json, String field, String where) {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            throw missing(field, where);
        }
        return value.textValue();
    }

    private static UUID uuid(ObjectNode json, String field, String where) {
        try {
            return UUID.fromString(text(json, field, where));
        } catch (IllegalArgumentException e) {
            throw new DamagedException(where + " holds no UUID in the field '" + field + "'.", e);
        }
    }

    private static DamagedException missing(String field, String where) {
        return new DamagedException(
                where + " is no commit log entry: the field '" + field + "' is missing or of the wrong type.");
    }
}
