package io.millrace.spi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
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
        return ChecksummedJson.toLine(toJson(entry));
    }

    /**
     * Reads an entry back.
     *
     * @param bytes what {@link #toBytes} made
     * @param where names the place in the log, such as a file or a topic with an offset, for error messages
     * @throws DamagedException if the bytes are not an entry
     * @throws io.millrace.api.StartRefusedException if a newer version of Millrace wrote it
     */
    public static LogEntry fromBytes(byte[] bytes, String where) {
        return fromJson(JsonFields.parse(bytes, where));
    }

    /** The same without a checksum, to be part of something that has one. */
    public static ObjectNode toJson(LogEntry entry) {
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
        return json;
    }

    /** Reads back what {@link #toJson} made, with the same exceptions as {@link #fromBytes}. */
    public static LogEntry fromJson(JsonFields json) {
        json.requireFormatVersion(FORMAT_VERSION);
        UUID jobId = json.uuid("jobId");
        UUID storageId = json.uuid("storageId");
        long run = json.number("run");
        return switch (json.text("entry")) {
            case TAKEOVER -> new LogEntry.Takeover(jobId, storageId, run, json.uuid("attempt"));
            case COMMIT ->
                new LogEntry.Commit(jobId, storageId, run, json.number("checkpointId"), json.text("manifestDigest"));
            default -> throw json.unexpected("entry");
        };
    }

    private static void putCommon(ObjectNode json, LogEntry entry) {
        json.put("jobId", entry.jobId().toString());
        json.put("storageId", entry.storageId().toString());
        json.put("run", entry.run());
    }
}
