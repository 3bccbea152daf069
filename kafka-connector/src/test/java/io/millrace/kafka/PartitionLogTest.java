package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.junit.jupiter.api.Test;

/** What a simulated log keeps, shows and refuses. */
class PartitionLogTest {

    private static final ProducerIdentity WRITER = new ProducerIdentity(7, 0);
    private static final ProducerIdentity OTHER = new ProducerIdentity(8, 0);

    private final PartitionLog log = new PartitionLog();

    private static List<ProducerRecord<byte[], byte[]>> batch(String... values) {
        return Arrays.stream(values)
                .map(value -> new ProducerRecord<>("t", value.substring(0, 1).getBytes(UTF_8), value.getBytes(UTF_8)))
                .toList();
    }

    private void append(ProducerIdentity writer, int sequence, String... values) {
        assertThat(log.findDuplicate(writer, sequence, values.length)).isEmpty();
        if (writer.isKnown()) {
            log.append(0, writer, sequence, batch(values));
        } else {
            log.appendPlain(0, writer, sequence, batch(values));
        }
    }

    private void replicate() {
        log.replicateTo(log.end());
    }

    private List<String> committed(long from) {
        return log.read(from, true, 100).records().stream()
                .map(each -> new String(each.value(), UTF_8))
                .toList();
    }

    @Test
    void shouldShowNothingThatFollowersDoNotHave() {
        append(ProducerIdentity.NONE, 0, "a", "b");
        assertThat(committed(0)).isEmpty();
        log.replicateTo(1);
        assertThat(committed(0)).containsExactly("a");
    }

    @Test
    void shouldNotTakeMarkerForDecisionBeforeFollowersHaveIt() {
        append(WRITER, 0, "a");
        replicate();
        log.appendMarker(0, WRITER.nextEpoch(), true);
        assertThat(log.lastStableOffset()).isZero();
        replicate();
        assertThat(log.lastStableOffset()).isEqualTo(2);
    }

    @Test
    void shouldLeaveOutAbortedRecordsOfOneWriterOnly() {
        append(WRITER, 0, "a");
        append(OTHER, 0, "b");
        append(WRITER, 1, "c");
        log.appendMarker(0, WRITER.nextEpoch(), false);
        log.appendMarker(0, OTHER.nextEpoch(), true);
        append(WRITER.nextEpoch(), 0, "d");
        log.appendMarker(0, WRITER.nextEpoch().nextEpoch(), true);
        replicate();
        assertThat(committed(0)).containsExactly("b", "d");
        assertThat(log.read(0, true, 100).next()).isEqualTo(7);
    }

    @Test
    void shouldKnowBatchThatComesAgain() {
        append(WRITER, 0, "a", "b");
        append(WRITER, 2, "c");
        assertThat(log.findDuplicate(WRITER, 0, 2)).hasValue(0);
        assertThat(log.findDuplicate(WRITER, 2, 1)).hasValue(2);
        assertThatThrownBy(() -> log.findDuplicate(WRITER, 5, 1)).isInstanceOf(OutOfOrderSequenceException.class);
    }

    @Test
    void shouldRefuseOldEpochAfterMarker() {
        append(WRITER, 0, "a");
        log.appendMarker(0, WRITER.nextEpoch(), true);
        assertThatThrownBy(() -> log.findDuplicate(WRITER, 0, 1)).isInstanceOf(InvalidProducerEpochException.class);
        assertThatThrownBy(() -> log.findDuplicate(WRITER, 1, 1)).isInstanceOf(InvalidProducerEpochException.class);
        assertThat(log.findDuplicate(WRITER.nextEpoch(), 0, 1)).isEmpty();
    }

    @Test
    void shouldForgetWhatNewLeaderDoesNotHave() {
        append(WRITER, 0, "a");
        replicate();
        append(WRITER, 1, "b");
        log.appendMarker(0, WRITER.nextEpoch(), true);

        log.elect(1);

        assertThat(log.end()).isEqualTo(1);
        assertThat(log.lastStableOffset()).as("open again").isZero();
        append(WRITER, 1, "b");
        log.appendMarker(0, WRITER.nextEpoch(), true);
        replicate();
        assertThat(committed(0)).containsExactly("a", "b");
    }

    @Test
    void shouldTellWhereLogsDiverge() {
        append(ProducerIdentity.NONE, 0, "a", "b", "c");
        replicate();
        assertThat(log.endOf(0).orElseThrow().offset()).isEqualTo(3);
        log.elect(1);
        append(ProducerIdentity.NONE, 0, "d");
        replicate();
        assertThat(log.endOf(0).orElseThrow().offset()).isEqualTo(1);
        assertThat(log.endOf(1).orElseThrow().offset()).isEqualTo(2);
        assertThat(log.endOf(2)).isEmpty();
        assertThat(log.read(0, true, 9).nextEpoch()).isEqualTo(Optional.of(1));
    }

    @Test
    void shouldReadFromMiddleAndStopWhenEnoughWasRead() {
        append(ProducerIdentity.NONE, 0, "a", "b", "c");
        replicate();
        PartitionLog.Slice slice = log.read(1, true, 1);
        assertThat(slice.records()).hasSize(1);
        assertThat(slice.next()).isEqualTo(2);
    }

    @Test
    void shouldKeepLastRecordOfEachKeyWhenCompacted() {
        append(WRITER, 0, "a1", "b1", "a2");
        log.appendMarker(0, WRITER.nextEpoch(), true);
        append(OTHER, 0, "b2");
        log.appendMarker(0, OTHER.nextEpoch(), false);
        append(WRITER.nextEpoch(), 0, "a3");
        replicate();

        log.compact();

        assertThat(committed(0)).containsExactly("b1", "a2");
        assertThat(log.lastStableOffset()).isEqualTo(6);
        assertThat(log.read(0, false, 9).records()).hasSize(3);
    }

    @Test
    void shouldHoldOnlyWhatRetentionLeft() {
        append(ProducerIdentity.NONE, 0, "a", "b");
        replicate();
        log.deleteBefore(1);
        assertThat(log.holds(0)).isFalse();
        assertThat(log.holds(1)).isTrue();
        assertThat(log.holds(2)).isTrue();
        assertThat(log.holds(3)).isFalse();
    }
}
