package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.IDENTITY;
import static io.millrace.checkpoint.Samples.file;
import static io.millrace.checkpoint.Samples.name;
import static io.millrace.checkpoint.Samples.split;
import static io.millrace.checkpoint.Samples.state;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
import io.millrace.api.StartRefusedException;
import io.millrace.spi.ChecksummedJson;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestCodecTest {

    private static final Manifest MANIFEST = new Manifest(
            IDENTITY,
            name(42, 3),
            1_700_000_000_123L,
            128,
            1,
            List.of(
                    new OperatorState(
                            "counts",
                            2,
                            List.of(
                                    state(file("checkpoints/42-3/small-0.state", 17, 1L << 40)),
                                    state(file("shared/7-1-1-x", 0, 5), file("shared/42-3-2-y", 0, 6))),
                            List.of()),
                    new OperatorState("lines", 1, List.of(), List.of(split("lines-0", 7), split("lines-1", 0)))),
            List.of(name(40, 2), name(41, 3)));

    @Test
    void shouldReadBackWhatWasWritten() {
        assertThat(ManifestCodec.fromBytes(ManifestCodec.toBytes(MANIFEST), "manifest"))
                .isEqualTo(MANIFEST);
    }

    @Test
    void shouldBeReadableForPeople() {
        assertThat(new String(ManifestCodec.toBytes(MANIFEST), UTF_8))
                .contains("\"formatVersion\" : 1")
                .contains("\"jobName\" : \"word-count\"")
                .contains("\"checkpointId\" : 42")
                .contains("\"created\" : \"2023-11-14T22:13:20.123Z\"")
                .contains("\"retained\" : [ \"40-2\", \"41-3\" ]")
                .contains("\"offset\" : \"7\"")
                .contains("\"crc32c\" : \"deadbeef\"")
                .endsWith("}\n");
    }

    @Test
    void shouldHaveTheSameDigestOnlyForTheSameContent() {
        String digest = ManifestCodec.digest(ManifestCodec.toBytes(MANIFEST));

        assertThat(digest)
                .matches("sha256:[0-9a-f]{64}")
                .isEqualTo(ManifestCodec.digest(ManifestCodec.toBytes(MANIFEST)));
        assertThat(ManifestCodec.digest(ManifestCodec.toBytes(Samples.manifest(name(42, 3)))))
                .isNotEqualTo(digest);
    }

    @Test
    void shouldNoticeWhenAnyBitIsFlipped() { // G05
        byte[] bytes = ManifestCodec.toBytes(MANIFEST);

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = Arrays.copyOf(bytes, bytes.length);
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> ManifestCodec.fromBytes(flipped, "job/manifest.json"))
                    .as("bit %d", bit)
                    .isInstanceOf(DamagedException.class)
                    .hasMessageStartingWith("job/manifest.json ");
        }
    }

    @Test
    void shouldRefuseAManifestOfANewerVersion() {
        ObjectNode json = ChecksummedJson.object();
        json.put("formatVersion", 2);

        assertThatThrownBy(() -> ManifestCodec.fromBytes(ChecksummedJson.toDocument(json), "job/manifest.json"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("job/manifest.json was written by a newer version of Millrace");
    }

    @Test
    void shouldRefuseWhatItCannotRestore() {
        // given: room that this version leaves empty is filled
        ObjectNode json = ChecksummedJson.parse(ManifestCodec.toBytes(MANIFEST), "sample");
        json.withArray("/operators/0/inFlight").addObject().put("anything", 1);

        // when, then
        assertThatThrownBy(() -> ManifestCodec.fromBytes(ChecksummedJson.toDocument(json), "job/manifest.json"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("job/manifest.json holds inFlight of 'counts'");
    }

    @Test
    void shouldKnowItsFilesAndItsSize() {
        assertThat(MANIFEST.files())
                .containsEntry("checkpoints/42-3/small-0.state", 17 + (1L << 40))
                .containsEntry("shared/7-1-1-x", 5L)
                .hasSize(3);
        assertThat(MANIFEST.bytes()).isEqualTo((1L << 40) + 11);
    }
}
