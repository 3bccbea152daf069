package io.millrace.spi;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * JSON objects that people can read and that carry a checksum over their own bytes, as the last field. Each byte is
 * covered: the checksum is that of the text with zeros in the checksum's place.
 *
 * <p>All methods are thread-safe.
 */
public final class ChecksummedJson {

    private static final String FIELD = "crc32c";
    private static final String BLANK = "00000000";
    private static final JsonMapper COMPACT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ChecksummedJson() {}

    /** Returns an empty object to fill. */
    public static ObjectNode object() {
        return COMPACT.createObjectNode();
    }

    /** Writes an object in one line. */
    public static byte[] toLine(ObjectNode content) {
        return toBytes(content, COMPACT, "");
    }

    /** Writes an object with line breaks and indentation, for files that people look into. */
    public static byte[] toDocument(ObjectNode content) {
        return toBytes(content, INDENTED, "\n");
    }

    /**
     * Reads an object back.
     *
     * @param bytes what one of the other methods wrote
     * @param where names the file or the place in a log, for the error message
     * @throws DamagedException if it is not an object whose checksum fits
     */
    public static ObjectNode parse(byte[] bytes, String where) {
        JsonNode parsed = parseAny(bytes, where);
        JsonNode stated = parsed.path(FIELD);
        int digits = startOfLastString(bytes);
        if (!(parsed instanceof ObjectNode content) || !stated.isTextual() || digits < 0) {
            throw new DamagedException(where
                    + " should be a JSON object that ends with its checksum, and is not: it was cut or overwritten.");
        }
        byte[] blanked = Arrays.copyOf(bytes, bytes.length);
        Arrays.fill(blanked, digits, digits + BLANK.length(), (byte) '0');
        String found = checksum(blanked);
        String expected = new String(bytes, digits, BLANK.length(), StandardCharsets.US_ASCII);
        if (!found.equals(expected) || !stated.textValue().equals(expected)) {
            throw new DamagedException(where + " is damaged: it states the checksum " + stated.textValue()
                    + ", but its bytes have " + found + ".");
        }
        content.remove(FIELD);
        return content;
    }

    private static byte[] toBytes(ObjectNode content, JsonMapper mapper, String end) {
        ObjectNode whole = content.deepCopy();
        whole.remove(FIELD);
        whole.put(FIELD, BLANK);
        try {
            byte[] bytes = (mapper.writeValueAsString(whole) + end).getBytes(StandardCharsets.UTF_8);
            byte[] checksum = checksum(bytes).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(checksum, 0, bytes, startOfLastString(bytes), checksum.length);
            return bytes;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of JSON nodes can always be written", e);
        }
    }

    private static JsonNode parseAny(byte[] bytes, String where) {
        try {
            return COMPACT.readTree(bytes);
        } catch (JacksonException e) {
            throw new DamagedException(where + " is damaged: it is not valid JSON.", e);
        } catch (IOException e) {
            throw new IllegalStateException("Reading from memory cannot fail", e);
        }
    }

    /** Where the last string's characters begin, if it is as long as a checksum; else a negative number. */
    private static int startOfLastString(byte[] bytes) {
        int end = bytes.length - 1;
        while (end >= 0 && bytes[end] != '"') {
            end--;
        }
        return end - BLANK.length();
    }

    private static String checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
