package io.millrace.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CanonicalFormatTest {

    private static final CanonicalHeader HEADER = new CanonicalHeader("counts", "value", "string", "long", 1);

    private record Entry(int keyGroup, List<Byte> key, List<Byte> namespace, List<Byte> value) {
        static Entry of(int keyGroup, byte[] key, byte[] namespace, byte[] value) {
            return new Entry(keyGroup, list(key), list(namespace), list(value));
        }

        private static List<Byte> list(byte[] bytes) {
            List<Byte> list = new ArrayList<>();
            for (byte b : bytes) {
                list.add(b);
            }
            return list;
        }
    }

    @Test
    void shouldKeepItsBytesForAllTime() throws IOException {
        assertThat(HexFormat.of().formatHex(small()))
                .isEqualTo("4d524353" + "01" + "01" // MRCS, format, key hash
                        + "06636f756e7473" + "0576616c7565" + "06737472696e67"
                        + "046c6f6e67" // counts value string long
                        + "04" // key group 3
                        + "02" + "61" + "00" + "08" + "0000000000000007" // a = 7
                        + "01" + "" + "02" + "6e73" + "01" + "ff" // the empty key in namespace ns = ff
                        + "00"
                        + "8102" // key group 256
                        + "03" + "6262" + "00" + "00"
                        + "00"
                        + "00" + "02" + "03"); // two key groups, three entries
    }

    @Test
    void shouldReadWhatWasWritten() throws IOException {
        var reader = reader(small());

        assertThat(reader.header()).isEqualTo(HEADER);
        assertThat(readAll(reader))
                .containsExactly(
                        Entry.of(3, bytes("a"), bytes(""), new byte[] {0, 0, 0, 0, 0, 0, 0, 7}),
                        Entry.of(3, bytes(""), bytes("ns"), new byte[] {-1}),
                        Entry.of(256, bytes("bb"), bytes(""), bytes("")));
    }

    @Test
    void shouldReadWhatWasWrittenWhenEntriesAreLargerThanBuffers() throws IOException {
        // given
        Random random = new Random(42);
        List<Entry> written = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        var writer = new CanonicalWriter(out, HEADER);
        for (int keyGroup = 0; keyGroup < 100; keyGroup++) {
            writer.beginKeyGroup(keyGroup);
            for (int i = 0; i < 20; i++) {
                byte[] key = randomBytes(random, random.nextInt(100));
                byte[] namespace = randomBytes(random, random.nextInt(3));
                byte[] value = randomBytes(random, random.nextInt(i == 7 ? 200_000 : 300));
                writer.writeEntry(key, namespace, value);
                written.add(Entry.of(keyGroup, key, namespace, value));
            }
        }
        writer.finish();

        // then
        assertThat(readAll(reader(out.toByteArray()))).isEqualTo(written);
        assertThat(readOnly(reader(out.toByteArray()), 57))
                .isEqualTo(
                        written.stream().filter(entry -> entry.keyGroup() == 57).toList());
    }

    @Test
    void shouldBeDamagedWhereverItIsCut() throws IOException {
        byte[] whole = small();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> readAll(reader(cut)))
                    .as("first %d bytes", length)
                    .isInstanceOf(DamagedException.class)
                    .hasMessageContaining("State file some/path")
                    .hasMessageContaining("ends too early");
        }
    }

    @Test
    void shouldBeDamagedWhenSomethingFollows() throws IOException {
        byte[] longer = Arrays.copyOf(small(), small().length + 1);

        assertThatThrownBy(() -> readAll(reader(longer)))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("more bytes follow");
    }

    @Test
    void shouldReadOrBeDamagedButNothingElseWhenABitIsFlipped() throws IOException {
        byte[] whole = small();
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            try {
                readAll(reader(flipped));
                readOnly(reader(flipped), 256);
            } catch (DamagedException expected) {
                assertThat(expected).hasMessageContaining("some/path");
            }
        }
    }

    @Test
    void shouldNotAskForTheMemoryThatADamagedLengthAnnounces() throws IOException {
        byte[] header = Arrays.copyOf(small(), 32);
        byte[] huge = Arrays.copyOf(header, header.length + 6);
        System.arraycopy(HexFormat.of().parseHex("04f0ffffff07"), 0, huge, header.length, 6); // a key of almost 2 GB

        assertThatThrownBy(() -> readAll(reader(huge))).isInstanceOf(DamagedException.class);
    }

    @Test
    void shouldRefuseKeyGroupsOutOfOrder() throws IOException {
        var writer = new CanonicalWriter(new ByteArrayOutputStream(), HEADER);
        writer.beginKeyGroup(5);

        assertThatThrownBy(() -> writer.beginKeyGroup(5)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> writer.beginKeyGroup(4)).isInstanceOf(IllegalStateException.class);
    }

    private static byte[] small() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        var writer = new CanonicalWriter(out, HEADER);
        writer.beginKeyGroup(3);
        writer.writeEntry(bytes("a"), bytes(""), new byte[] {0, 0, 0, 0, 0, 0, 0, 7});
        writer.writeEntry(bytes(""), bytes("ns"), new byte[] {-1});
        writer.beginKeyGroup(256);
        writer.writeEntry(bytes("bb"), bytes(""), bytes(""));
        writer.finish();
        return out.toByteArray();
    }

    private static CanonicalReader reader(byte[] bytes) throws IOException {
        return new CanonicalReader(new ByteArrayInputStream(bytes), "some/path");
    }

    private static List<Entry> readAll(CanonicalReader reader) throws IOException {
        List<Entry> entries = new ArrayList<>();
        while (reader.nextKeyGroup()) {
            readGroup(reader, entries);
        }
        return entries;
    }

    private static List<Entry> readOnly(CanonicalReader reader, int keyGroup) throws IOException {
        List<Entry> entries = new ArrayList<>();
        while (reader.nextKeyGroup()) {
            if (reader.keyGroup() == keyGroup) {
                readGroup(reader, entries);
            }
        }
        return entries;
    }

    private static void readGroup(CanonicalReader reader, List<Entry> into) throws IOException {
        while (reader.nextEntry()) {
            into.add(Entry.of(reader.keyGroup(), reader.key(), reader.namespace(), reader.value()));
        }
    }

    private static byte[] randomBytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
