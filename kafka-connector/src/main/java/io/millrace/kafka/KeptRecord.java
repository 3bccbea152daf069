package io.millrace.kafka;

import io.millrace.element.DataRecord;
import io.millrace.element.Origin;
import io.millrace.element.RawRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The place of a record in Kafka that keeps the record as it was read, for a dead letter. Immutable.
 *
 * @param read the record
 */
record KeptRecord(ConsumerRecord<byte[], byte[]> read) implements Origin {

    @Override
    public String describe() {
        return read.topic() + "-" + read.partition() + "@" + read.offset();
    }

    @Override
    public Optional<RawRecord> raw() {
        List<RawRecord.Header> headers = new ArrayList<>();
        for (Header header : read.headers()) {
            headers.add(new RawRecord.Header(header.key(), header.value()));
        }
        return Optional.of(new RawRecord(
                read.topic(), read.partition(), read.offset(), timestamp(read), read.key(), read.value(), headers));
    }

    /** The time of a record as the pipeline knows it. */
    static long timestamp(ConsumerRecord<byte[], byte[]> read) {
        return read.timestamp() == ConsumerRecord.NO_TIMESTAMP ? DataRecord.NO_TIMESTAMP : read.timestamp();
    }
}
