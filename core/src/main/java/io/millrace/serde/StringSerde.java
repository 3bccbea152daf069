package io.millrace.serde;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Strings as their UTF-8 bytes. What is not well-formed is refused, since it would not come back as it was. Immutable. */
final class StringSerde implements Serde<String> {

    static final StringSerde INSTANCE = new StringSerde();

    /** The JDK puts it in place of bytes that are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private StringSerde() {}

    @Override
    public byte[] serialize(String value) {
        byte[] bytes = value.getBytes(UTF_8);
        for (byte b : bytes) {
            if (b == '?') { // a question mark, or in the place of half a surrogate pair
                requirePairs(value);
                break;
            }
        }
        return bytes;
    }

    @Override
    public String deserialize(byte[] bytes) {
        String value = new String(bytes, UTF_8);
        if (value.indexOf(REPLACEMENT) >= 0) {
            requireWellFormed(bytes);
        }
        return value;
    }

    @Override
    public Class<?> type() {
        return String.class;
    }

    @Override
    public String fingerprint() {
        return "string";
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    private static void requirePairs(String value) {
        for (int i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
            int codePoint = value.codePointAt(i);
            if (Character.MIN_SURROGATE <= codePoint && codePoint <= Character.MAX_SURROGATE) {
                throw new SerdeException(
                        "Cannot write a string of " + value.length() + " characters as UTF-8: the one at " + i
                                + " is half of a surrogate pair. Was a character cut in two?");
            }
        }
    }

    private static void requireWellFormed(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)); // reports where String replaces
        } catch (CharacterCodingException e) {
            throw new SerdeException(
                    "Cannot read a string from " + bytes.length + " bytes: they are not UTF-8. Use Serdes.bytes() for"
                            + " binary data",
                    e);
        }
    }
}
