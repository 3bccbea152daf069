package io.millrace.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
import io.millrace.api.StartRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a JSON object; what is missing or of the wrong type is a {@link DamagedException} that names the
 * place and the field.
 *
 * <p>Not thread-safe.
 */
public final class JsonFields {

    private final ObjectNode json;
    private final String where;

    private JsonFields(ObjectNode json, String where) {
        this.json = json;
        this.where = where;
    }

    /**
     * Opens what {@link ChecksummedJson} wrote.
     *
     * @param where names the file or the place in a log, for error messages
     */
    public static JsonFields parse(byte[] bytes, String where) {
        return new JsonFields(ChecksummedJson.parse(bytes, where), where);
    }

    /**
     * Checks the field {@code formatVersion}.
     *
     * @throws StartRefusedException if it is above {@code newestKnown}
     */
    public void requireFormatVersion(int newestKnown) {
        long version = number("formatVersion");
        if (version > newestKnown) {
            throw new StartRefusedException(
                    where + " was written by a newer version of Millrace: its format is " + version
                            + ", this version reads up to " + newestKnown + ". Start the job with the newer version.");
        }
    }

    public String text(String field) {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            throw missing(field, "text");
        }
        return value.textValue();
    }

    public long number(String field) {
        JsonNode value = json.path(field);
        if (!value.canConvertToLong() || !value.isIntegralNumber()) {
            throw missing(field, "a whole number");
        }
        return value.longValue();
    }

    public int smallNumber(String field) {
        JsonNode value = json.path(field);
        if (!value.canConvertToInt() || !value.isIntegralNumber()) {
            throw missing(field, "a whole number");
        }
        return value.intValue();
    }

    public UUID uuid(String field) {
        return read(field, UUID::fromString);
    }

    /** Reads a text that {@code parser} understands. */
    public <T> T read(String field, Function<String, T> parser) {
        String text = text(field);
        try {
            return parser.apply(text);
        } catch (RuntimeException e) {
            throw unexpected(field, e);
        }
    }

    /** Returns the object in a field. */
    public JsonFields object(String field) {
        return asObject(json.path(field), field);
    }

    /** Returns the objects in a list. */
    public List<JsonFields> objects(String field) {
        List<JsonFields> objects = new ArrayList<>();
        for (JsonNode element : list(field)) {
            objects.add(asObject(element, field));
        }
        return objects;
    }

    /** Returns the texts in a list. */
    public List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : list(field)) {
            if (!element.isTextual()) {
                throw missing(field, "a list of texts");
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    /** Returns the names of all fields, in the order in which they were written. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        return names;
    }

    public boolean has(String field) {
        return json.has(field);
    }

    /** For a text that is not among those that the field may have. */
    public DamagedException unexpected(String field) {
        return unexpected(field, null);
    }

    private DamagedException unexpected(String field, @Nullable Throwable cause) {
        return new DamagedException(
                where + " holds " + json.path(field) + " in the field '" + field + "', which does not belong there.",
                cause);
    }

    private JsonNode list(String field) {
        JsonNode value = json.path(field);
        if (!value.isArray()) {
            throw missing(field, "a list");
        }
        return value;
    }

    private JsonFields asObject(JsonNode value, String field) {
        if (!(value instanceof ObjectNode object)) {
            throw missing(field, "an object");
        }
        return new JsonFields(object, where);
    }

    private DamagedException missing(String field, String expected) {
        return new DamagedException(where + " should have " + expected + " in the field '" + field + "', and has not.");
    }
}
