package io.millrace.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Serializers of which one part is chosen by a function and the others are left as they were. Thread-safe. */
final class ChosenParts {

    private ChosenParts() {}

    /** Leaves every part as it was. */
    private interface Same<T> extends KafkaRecordSerializer<T> {

        KafkaRecordSerializer<T> base();

        @Override
        default byte @Nullable [] key(T element, String topic, Headers headers) {
            return base().key(element, topic, headers);
        }

        @Override
        default byte @Nullable [] value(T element, String topic, Headers headers) {
            return base().value(element, topic, headers);
        }

        @Override
        default @Nullable String topic(T element) {
            return base().topic(element);
        }

        @Override
        default @Nullable Integer partition(T element, int partitions) {
            return base().partition(element, partitions);
        }

        @Override
        default Iterable<Header> headers(T element) {
            return base().headers(element);
        }

        @Override
        default @Nullable Long timestamp(T element, @Nullable Long eventTime) {
            return base().timestamp(element, eventTime);
        }
    }

    record Topic<T>(KafkaRecordSerializer<T> base, Function<? super T, @Nullable String> choice) implements Same<T> {

        @Override
        public @Nullable String topic(T element) {
            return choice.apply(element);
        }
    }

    record Partition<T>(KafkaRecordSerializer<T> base, KafkaPartitioner<? super T> choice) implements Same<T> {

        @Override
        public Integer partition(T element, int partitions) {
            return choice.partition(element, partitions);
        }
    }

    record AddedHeaders<T>(KafkaRecordSerializer<T> base, Function<? super T, ? extends Iterable<Header>> choice)
            implements Same<T> {

        @Override
        public Iterable<Header> headers(T element) {
            List<Header> all = new ArrayList<>();
            base.headers(element).forEach(all::add);
            choice.apply(element).forEach(all::add);
            return all;
        }
    }

    record Timestamp<T>(KafkaRecordSerializer<T> base, ToLongFunction<? super T> choice) implements Same<T> {

        @Override
        public Long timestamp(T element, @Nullable Long eventTime) {
            return choice.applyAsLong(element);
        }
    }
}
