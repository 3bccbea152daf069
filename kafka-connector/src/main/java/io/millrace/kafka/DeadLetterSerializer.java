package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.DeadLetter;
import io.millrace.element.DataRecord;
import io.millrace.element.RawRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Writes dead letters: key, value and headers as they were read, and behind these headers those that say what happened, as
 * text in UTF-8.
 */
enum DeadLetterSerializer implements KafkaRecordSerializer<DeadLetter> {
    INSTANCE;

    private static final String PREFIX = "millrace.dead-letter.";

    @Override
    public byte @Nullable [] key(DeadLetter letter, String topic, Headers headers) {
        return letter.original().isPresent() ? letter.original().get().key() : null;
    }

    @Override
    public byte @Nullable [] value(DeadLetter letter, String topic, Headers headers) {
        return letter.original().isPresent() ? letter.original().get().value() : null;
    }

    /** The time of sending: the original one is in a header, and may be what the topic does not take. */
    @Override
    public @Nullable Long timestamp(DeadLetter letter, @Nullable Long eventTime) {
        return null;
    }

    @Override
    public Iterable<Header> headers(DeadLetter letter) {
        List<Header> headers = new ArrayList<>();
        letter.original().ifPresent(raw -> addOriginal(headers, raw));
        add(headers, "operator", letter.operator());
        add(headers, "reason", letter.reason().name().toLowerCase(Locale.ROOT));
        add(headers, "exception", letter.exception());
        add(headers, "message", letter.message());
        return headers;
    }

    private static void addOriginal(List<Header> headers, RawRecord raw) {
        raw.headers().forEach(header -> headers.add(new RecordHeader(header.name(), header.value())));
        add(headers, "topic", raw.topic());
        add(headers, "partition", Integer.toString(raw.partition()));
        add(headers, "offset", Long.toString(raw.offset()));
        if (raw.timestamp() != DataRecord.NO_TIMESTAMP) {
            add(headers, "timestamp", Long.toString(raw.timestamp()));
        }
    }

    private static void add(List<Header> headers, String name, String value) {
        headers.add(new RecordHeader(PREFIX + name, value.getBytes(UTF_8)));
    }
}
