package io.millrace.kafka;

import io.millrace.api.SerdeException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Says of a record that could not be read where it is and what it looks like. */
final class UnreadableRecord {

    private static final int EXCERPT_BYTES = 64;

    private UnreadableRecord() {}

    static SerdeException describe(ConsumerRecord<byte[], byte[]> raw, RuntimeException cause) {
        return new SerdeException(
                "Could not read the record in topic '" + raw.topic() + "', partition " + raw.partition() + ", offset "
                        + raw.offset() + ": " + cause.getMessage() + ". Its key is " + excerpt(raw.key())
                        + ", its value " + excerpt(raw.value()),
                cause);
    }

    /** The length and the first bytes, as text where they are printable ASCII. */
    static String excerpt(byte @Nullable [] bytes) {
        if (bytes == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append(bytes.length).append(" bytes: \"");
        for (int i = 0; i < Math.min(bytes.length, EXCERPT_BYTES); i++) {
            append(text, bytes[i]);
        }
        return text.append(bytes.length > EXCERPT_BYTES ? "\"..." : "\"").toString();
    }

    private static void append(StringBuilder text, byte next) {
        if (next == '"' || next == '\\') {
            text.append('\\').append((char) next);
        } else if (next >= ' ' && next <= '~') {
            text.append((char) next);
        } else {
            text.append(String.format("\\x%02x", next));
        }
    }
}
