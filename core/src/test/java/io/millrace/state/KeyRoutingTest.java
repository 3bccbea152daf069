package io.millrace.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Serde;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class KeyRoutingTest {

    private static final int MANY = 1 << 20;

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    record Paint(Colour colour, int shade) {}

    /** A class whose equality and bytes do not fit together. */
    record Blob(List<byte[]> parts) {}

    @Test
    void shouldMapKeysAsEverBefore() {
        // These numbers are in every snapshot. If they change, raise KEY_HASH_VERSION and read old snapshots anew.
        assertThat(KeyRouting.KEY_HASH_VERSION).isEqualTo(1);
        assertThat(groupsOfKnownKeys()).containsExactly(GOLDEN);
    }

    @Test
    void shouldMapKeysAlikeInAnotherJvmWhenTheyHoldEnumsT01() throws Exception {
        // given: hash codes of enum constants, and of records that hold them, differ from one JVM to the next
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = List.of(java, "-cp", System.getProperty("java.class.path"), OtherJvm.class.getName());

        // when
        Process other = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(other.getInputStream().readAllBytes(), UTF_8).strip();

        // then
        assertThat(other.waitFor()).as(output).isZero();
        assertThat(output.lines().map(Integer::valueOf)).containsExactlyElementsOf(groups(coloursAndPaints()));
    }

    @Test
    void shouldSpreadKeysEvenlyWhateverTheirPattern() {
        assertSpread(i -> "user-" + i);
        assertSpread(i -> i);
        assertSpread(i -> (long) i << 32);
        assertSpread(i -> i * 128L);
        assertSpread(i -> (double) i);
        assertSpread(i -> new UUID(i, 0));
        assertSpread(i -> new UUID(0, i));
        assertSpread(i -> new Paint(Colour.RED, i));
    }

    @Test
    void shouldMapEqualNumbersAlikeWhateverTheirWidth() {
        KeyRouting routing = KeyRouting.of(new PaintSerde(), MANY);

        assertThat(routing.keyGroupOf(7L)).isEqualTo(routing.keyGroupOf(7));
        assertThat(routing.keyGroupOf((short) 7)).isEqualTo(routing.keyGroupOf((byte) 7));
    }

    @Test
    void shouldRefuseKeysWhenEqualOnesWouldNotMeetT04() {
        KeyRouting routing = KeyRouting.of(new BlobSerde(), 128);

        assertThatThrownBy(() -> routing.keyGroupOf(new Blob(List.of(new byte[] {1, 2}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Cannot key by " + Blob.class.getName())
                .hasMessageContaining("without arrays");
    }

    @Test
    void shouldRefuseNullKeysT06() {
        KeyRouting routing = KeyRouting.of(new PaintSerde(), 128);

        assertThatThrownBy(() -> routing.keyGroupOf(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("key");
    }

    private static void assertSpread(IntFunction<Object> keys) {
        int keyGroups = 128;
        int perGroup = 500;
        KeyRouting routing = KeyRouting.of(new PaintSerde(), keyGroups);
        int[] found = new int[keyGroups];
        for (int i = 0; i < keyGroups * perGroup; i++) {
            found[routing.keyGroupOf(keys.apply(i))]++;
        }
        // five standard deviations of an even spread
        assertThat(Arrays.stream(found)).as("%s", keys.apply(1)).allMatch(count -> Math.abs(count - perGroup) < 5 * 23);
    }

    private static List<Object> coloursAndPaints() {
        List<Object> keys = new ArrayList<>();
        for (Colour colour : Colour.values()) {
            keys.add(colour);
            keys.add(new Paint(colour, 3));
        }
        return keys;
    }

    private static int[] groupsOfKnownKeys() {
        List<Object> keys = new ArrayList<>(List.of(
                "", "a", "hello", "Grüße", "\uD83D\uDE00", 0, 1, -1, 1L << 40, (short) 12, (byte) 12, true, false));
        keys.addAll(List.of('x', 1.5, -0.0, 1.5f, new UUID(1, 2)));
        keys.addAll(coloursAndPaints());
        return groups(keys).stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<Integer> groups(List<Object> keys) {
        KeyRouting routing = KeyRouting.of(new PaintSerde(), MANY);
        return keys.stream().map(routing::keyGroupOf).toList();
    }

    private static final int[] GOLDEN = {
        0, 427517, 509064, 799439, 146808, 0, 738667, 412503, 950518, 560978, 560978, 738667, 0, 382247, 558556, 587648,
        558556, 319740, 503265, 501441, 59770, 554669, 379348, 661232
    };

    /** Prints the key groups of {@link #coloursAndPaints()}. */
    static final class OtherJvm {
        public static void main(String[] args) throws IOException {
            groups(coloursAndPaints()).forEach(System.out::println);
        }
    }

    private record PaintSerde() implements Serde<Paint> {

        @Override
        public byte[] serialize(Paint paint) {
            return (paint.colour().name() + ' ' + paint.shade()).getBytes(UTF_8);
        }

        @Override
        public Paint deserialize(byte[] bytes) {
            String text = new String(bytes, UTF_8);
            int space = text.indexOf(' ');
            return new Paint(Colour.valueOf(text.substring(0, space)), Integer.parseInt(text.substring(space + 1)));
        }

        @Override
        public Class<?> type() {
            return Paint.class;
        }
    }

    private record BlobSerde() implements Serde<Blob> {

        @Override
        public byte[] serialize(Blob blob) {
            return blob.parts().get(0).clone();
        }

        @Override
        public Blob deserialize(byte[] bytes) {
            return new Blob(List.of(bytes));
        }

        @Override
        public Class<?> type() {
            return Blob.class;
        }
    }
}
