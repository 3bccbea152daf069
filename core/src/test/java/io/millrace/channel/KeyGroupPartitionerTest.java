package io.millrace.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.KeySelector;
import io.millrace.api.RecordFailedException;
import io.millrace.api.Serde;
import io.millrace.api.step.Routing;
import io.millrace.element.DataRecord;
import io.millrace.serde.Serdes;
import io.millrace.state.KeyGroups;
import io.millrace.state.KeyRouting;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class KeyGroupPartitionerTest {

    private static final int KEY_GROUPS = 16;

    @Test
    void shouldChooseTaskThatHoldsTheKeyGroup() {
        // given
        Partitioner partitioner = partitioner((String value) -> value.substring(1), Serdes.string());
        KeyRouting routing = KeyRouting.of(Serdes.string(), KEY_GROUPS);

        for (int i = 0; i < 100; i++) {
            // when
            int channel = channelOf(partitioner, "x" + i);

            // then
            int keyGroup = routing.keyGroupOf("" + i);
            assertThat(KeyGroups.rangeOf(channel, 3, KEY_GROUPS).contains(keyGroup))
                    .isTrue();
        }
    }

    /** T06 */
    @Test
    void shouldNameOperatorTaskAndOriginWhenKeySelectorReturnsNull() {
        // given
        Partitioner partitioner = partitioner((String value) -> null, Serdes.string());

        // when, then
        assertThatThrownBy(() -> channelOf(partitioner, "x"))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("'counts'")
                .hasMessageContaining("lines[0]")
                .hasMessageContaining("from lines-3@4711")
                .hasMessageContaining("key selector returned null")
                .hasMessageContaining("Filter such records out");
    }

    /** T06 */
    @Test
    void shouldNameOriginWhenKeySelectorThrows() {
        // given
        RuntimeException thrown = new IllegalArgumentException("no key in here");
        Partitioner partitioner = partitioner(
                (String value) -> {
                    throw thrown;
                },
                Serdes.string());

        // when, then
        assertThatThrownBy(() -> channelOf(partitioner, "x"))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("from lines-3@4711")
                .hasMessageContaining("no key in here")
                .hasCause(thrown);
    }

    /** T04 */
    @Test
    void shouldRefuseArrayAsKeyWhenSerdeHidesIt() {
        // given: a serde that claims to be of objects, so that nothing could be seen when the pipeline was built
        Serde<Object> hiding = serde(
                Object.class,
                key -> ByteBuffer.allocate(4).putInt(((int[]) key)[0]).array(),
                bytes -> new int[] {ByteBuffer.wrap(bytes).getInt()});
        Partitioner partitioner = partitioner((String value) -> new int[] {7}, hiding);

        // when, then
        assertThatThrownBy(() -> channelOf(partitioner, "x"))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("Cannot key by [I")
                .hasMessageContaining("compares by content")
                .hasMessageContaining("from lines-3@4711");
    }

    /** T04 */
    @Test
    void shouldRefuseRecordWithArrayAsKey() {
        // given
        record Key(byte[] bytes) {}
        Serde<Key> serde = serde(Key.class, key -> key.bytes().clone(), Key::new);
        Partitioner partitioner = partitioner((String value) -> new Key(value.getBytes(UTF_8)), serde);

        // when, then
        assertThatThrownBy(() -> channelOf(partitioner, "x"))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("Cannot key by " + Key.class.getName());
    }

    /** T04: what compares by content is fine, also if it holds much. */
    @Test
    void shouldAcceptKeyThatComparesByContent() {
        // given
        Serde<List<String>> serde = listSerde();
        Partitioner partitioner = partitioner((String value) -> List.of(value), serde);

        // when, then
        assertThat(channelOf(partitioner, "x")).isEqualTo(channelOf(partitioner, "x"));
    }

    @SuppressWarnings("unchecked")
    private static Serde<List<String>> listSerde() {
        return (Serde<List<String>>) (Serde<?>) serde(
                List.class, list -> ((String) list.get(0)).getBytes(UTF_8), bytes -> List.of(new String(bytes, UTF_8)));
    }

    private static <T> Serde<T> serde(Class<T> type, Function<T, byte[]> write, Function<byte[], T> read) {
        return new Serde<>() {
            @Override
            public byte[] serialize(T value) {
                return write.apply(value);
            }

            @Override
            public T deserialize(byte[] bytes) {
                return read.apply(bytes);
            }

            @Override
            public Class<?> type() {
                return type;
            }
        };
    }

    private static <K> Partitioner partitioner(KeySelector<String, K> selector, Serde<K> serde) {
        KeyExtractor keys = new KeyExtractor("counts", "lines[0]", new Routing.ByKey<>(selector, serde), KEY_GROUPS);
        return new KeyGroupPartitioner(keys, 3, KEY_GROUPS);
    }

    private static int channelOf(Partitioner partitioner, String value) {
        try {
            return partitioner.channelOf(new DataRecord(value, 0, () -> "lines-3@4711"));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
