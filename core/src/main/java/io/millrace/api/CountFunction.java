package io.millrace.api;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import java.nio.ByteBuffer;
import java.util.List;

/** Behind {@link KeyedStream#count}. */
final class CountFunction<K, T> implements KeyedProcessFunction<K, T, KeyValue<K, Long>> {

    private static final ValueStateSpec<Long> COUNT = StateSpec.value("count", new CountSerde());

    @Override
    public List<StateSpec<?>> states() {
        return List.of(COUNT);
    }

    @Override
    public void process(T value, ProcessContext<K> context, Collector<KeyValue<K, Long>> out) {
        ValueState<Long> state = context.state(COUNT);
        Long before = state.value();
        Long count = before == null ? 1L : before + 1;
        state.update(count);
        out.emit(new KeyValue<>(context.key(), count));
    }

    /** Eight bytes, big-endian. The built-in serdes live in a package that this one must not use. */
    private record CountSerde() implements Serde<Long> {

        @Override
        public byte[] serialize(Long value) {
            return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        }

        @Override
        public Long deserialize(byte[] bytes) {
            if (bytes.length != Long.BYTES) {
                throw new SerdeException("A count has " + Long.BYTES + " bytes, not " + bytes.length);
            }
            return ByteBuffer.wrap(bytes).getLong();
        }

        @Override
        public Class<?> type() {
            return Long.class;
        }

        @Override
        public String fingerprint() {
            return "long";
        }

        @Override
        public boolean isImmutable() {
            return true;
        }
    }
}
