package io.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
import io.millrace.api.StartRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogEntryCodecTest {

    private static final UUID JOB = UUID.fromString("00000000-0000-0000-0000-000000000001");
    private static final UUID STORAGE = UUID.fromString("00000000-0000-0000-0000-000000000002");
    private static final UUID ATTEMPT = UUID.fromString("00000000-0000-0000-0000-000000000003");

    static LogEntry[] entries() {
        return new LogEntry[] {
            new LogEntry.Takeover(JOB, STORAGE, 7, ATTEMPT), new LogEntry.Commit(JOB, STORAGE, 7, 1L << 40, "sha256:ab")
        };
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldReadBackWhatWasWritten(LogEntry entry) {
        assertThat(LogEntryCodec.fromBytes(LogEntryCodec.toBytes(entry), "slot 1"))
                .isEqualTo(entry);
    }

    @Test
    void shouldStayReadableWhenWritten() {
        // when
        byte[] bytes = LogEntryCodec.toBytes(new LogEntry.Commit(JOB, STORAGE, 7, 42, "sha256:ab"));

        // then
        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .startsWith("{\"formatVersion\":1,\"entry\":\"commit\",\"jobId\":\"" + JOB + "\",\"storageId\":\""
                        + STORAGE + "\",\"run\":7,\"checkpointId\":42,\"manifestDigest\":\"sha256:ab\",\"crc32c\":\"");
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldNoticeWhenAnyBitIsFlipped(LogEntry entry) {
        byte[] bytes = LogEntryCodec.toBytes(entry);

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = Arrays.copyOf(bytes, bytes.length);
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> LogEntryCodec.fromBytes(flipped, "slot 1"))
                    .as("bit %d", bit)
                    .isInstanceOf(DamagedException.class)
                    .hasMessageStartingWith("slot 1 ");
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldNoticeWhenCutAnywhere(LogEntry entry) {
        byte[] bytes = LogEntryCodec.toBytes(entry);

        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> LogEntryCodec.fromBytes(cut, "slot 1"))
                    .as("%d bytes", length)
                    .isInstanceOf(DamagedException.class)
                    .hasMessageStartingWith("slot 1 ");
        }
    }

    @Test
    void shouldRefuseWhenWrittenByANewerVersion() {
        // given
        ObjectNode json = ChecksummedJson.object();
        json.put("formatVersion", 2);

        // when, then
        assertThatThrownBy(() -> LogEntryCodec.fromBytes(ChecksummedJson.toLine(json), "slot 1"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("slot 1 was written by a newer version of Millrace");
    }

    @Test
    void shouldNameTheFieldWhenOneIsMissing() {
        // given
        ObjectNode json = ChecksummedJson.object();
        json.put("formatVersion", 1);

        // when, then
        assertThatThrownBy(() -> LogEntryCodec.fromBytes(ChecksummedJson.toLine(json), "slot 1"))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("'jobId'");
    }
}
