package io.millrace.checkpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.StartRefusedException;
import io.millrace.spi.ChecksummedJson;
import io.millrace.spi.FileRef;
import io.millrace.spi.JsonFields;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateRef;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Turns manifests into checksummed JSON that people can read, and back.
 *
 * <p>All methods are thread-safe.
 */
final class ManifestCodec {

    private static final int FORMAT_VERSION = 1;

    /** Always written, for versions that put something there; this one cannot restore such a checkpoint. */
    private static final List<String> RESERVED = List.of("timers", "watermarks", "inFlight");

    private ManifestCodec() {}

    /** The digest by which the commit log refers to a manifest. */
    static String digest(byte[] manifest) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(manifest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }

    static byte[] toBytes(Manifest manifest) {
        ObjectNode json = ChecksummedJson.object();
        json.put("formatVersion", FORMAT_VERSION);
        json.put("jobName", manifest.identity().jobName());
        json.put("jobId", manifest.identity().jobId().toString());
        json.put("storageId", manifest.identity().storageId().toString());
        json.put("checkpointId", manifest.name().checkpointId());
        json.put("run", manifest.name().run());
        json.put("created", Instant.ofEpochMilli(manifest.createdMillis()).toString());
        json.put("keyGroups", manifest.keyGroups());
        json.put("keyHashVersion", manifest.keyHashVersion());
        ArrayNode retained = json.putArray("retained");
        manifest.retained().forEach(name -> retained.add(name.toString()));
        ArrayNode operators = json.putArray("operators");
        manifest.operators().forEach(operator -> write(operator, operators.addObject()));
        return ChecksummedJson.toDocument(json);
    }

    /**
     * Reads a manifest.
     *
     * @param where names the file, for error messages
     */
    static Manifest fromBytes(byte[] bytes, String where) {
        JsonFields json = JsonFields.parse(bytes, where);
        json.requireFormatVersion(FORMAT_VERSION);
        return new Manifest(
                new JobIdentity(json.text("jobName"), json.uuid("jobId"), json.uuid("storageId")),
                new CheckpointName(json.number("checkpointId"), json.number("run")),
                json.read("created", Instant::parse).toEpochMilli(),
                json.smallNumber("keyGroups"),
                json.smallNumber("keyHashVersion"),
                json.objects("operators").stream()
                        .map(operator -> readOperator(operator, where))
                        .toList(),
                json.texts("retained").stream()
                        .flatMap(name -> CheckpointName.parse(name).stream())
                        .toList());
    }

    private static void write(OperatorState operator, ObjectNode json) {
        json.put("uid", operator.uid());
        json.put("parallelism", operator.parallelism());
        ArrayNode positions = json.putArray("positions");
        for (SourceSplit split : operator.positions()) {
            ObjectNode position = positions.addObject().put("split", split.id()).putObject("position");
            split.position().forEach(position::put);
        }
        ArrayNode states = json.putArray("states");
        operator.states().forEach(state -> write(state, states.addObject()));
        RESERVED.forEach(json::putArray);
    }

    private static void write(StateRef state, ObjectNode json) {
        json.put("state", state.state());
        json.put("format", state.format());
        json.put("firstKeyGroup", state.keyGroups().first());
        json.put("lastKeyGroup", state.keyGroups().last());
        json.put("keySerde", state.keySerde());
        json.put("valueSerde", state.valueSerde());
        ArrayNode files = json.putArray("files");
        for (FileRef file : state.files()) {
            files.addObject()
                    .put("path", file.path())
                    .put("offset", file.offset())
                    .put("length", file.length())
                    .put("crc32c", HexFormat.of().toHexDigits(file.crc32c()));
        }
    }

    private static OperatorState readOperator(JsonFields json, String where) {
        String uid = json.text("uid");
        for (String reserved : RESERVED) {
            if (!json.objects(reserved).isEmpty()) {
                throw new StartRefusedException(where + " holds " + reserved + " of '" + uid
                        + "', which this version of Millrace cannot restore. Start the job with a newer version.");
            }
        }
        return new OperatorState(
                uid,
                json.smallNumber("parallelism"),
                json.objects("states").stream().map(ManifestCodec::readState).toList(),
                json.objects("positions").stream().map(ManifestCodec::readSplit).toList());
    }

    private static SourceSplit readSplit(JsonFields json) {
        JsonFields position = json.object("position");
        SortedMap<String, String> values = new TreeMap<>();
        position.names().forEach(name -> values.put(name, position.text(name)));
        return new SourceSplit(json.text("split"), values);
    }

    private static StateRef readState(JsonFields json) {
        return new StateRef(
                json.text("state"),
                json.text("format"),
                new KeyGroupRange(json.smallNumber("firstKeyGroup"), json.smallNumber("lastKeyGroup")),
                json.text("keySerde"),
                json.text("valueSerde"),
                json.objects("files").stream().map(ManifestCodec::readFile).toList());
    }

    private static FileRef readFile(JsonFields json) {
        return new FileRef(
                json.text("path"),
                json.number("offset"),
                json.number("length"),
                json.read("crc32c", HexFormat::fromHexDigits));
    }
}
