package io.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Collector;
import io.millrace.api.DamagedException;
import io.millrace.api.DeadLetter;
import io.millrace.api.FencedException;
import io.millrace.api.MisuseException;
import io.millrace.api.RecordFailedException;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.RecordRefusedException;
import io.millrace.api.SerdeException;
import io.millrace.api.step.ElementFunction;
import io.millrace.checkpoint.TaskId;
import io.millrace.element.DataRecord;
import io.millrace.element.Origin;
import io.millrace.element.RawRecord;
import io.millrace.metrics.MetricNames;
import io.millrace.simulation.TestOperator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** R15: what an operator does with the records that it fails on. */
class RecordErrorsTest {

    private static final OperatorId ID = new OperatorId("job", "map-1", new TaskId("lines->map-1", 2));
    private static final RawRecord RAW = new RawRecord("lines", 3, 4711, 99, new byte[] {1}, new byte[] {2}, List.of());
    private static final Origin KEPT = new Origin() {
        @Override
        public String describe() {
            return "lines-3@4711";
        }

        @Override
        public Optional<RawRecord> raw() {
            return Optional.of(RAW);
        }
    };

    private final TestOperator operator = TestOperator.of("job", "map-1");
    private final List<Object> received = new ArrayList<>();
    private final List<DataRecord> deadLetters = new ArrayList<>();

    private void process(RecordErrors errors, ElementFunction<Object, Object> function, DataRecord element)
            throws Exception {
        new TransformOperator(ID, function, errors, next -> received.add(next.value())).receive(element);
    }

    private static ElementFunction<Object, Object> throwing(Throwable thrown) {
        return (Object value, Collector<Object> out) -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        };
    }

    private double count(String meter) {
        return operator.registry()
                .get(meter)
                .tag(MetricNames.REASON, "function")
                .counter()
                .count();
    }

    private static DataRecord element(Object value) {
        return new DataRecord(value, 99, KEPT);
    }

    @Test
    void shouldGoOnWithoutRecordWhenItIsSkipped() throws Exception {
        RecordErrors skip = RecordErrors.skip(ID, operator.metrics());
        process(skip, throwing(new IllegalArgumentException("no number")), element("bad"));
        process(skip, (value, out) -> out.emit(value), element("good"));
        assertThat(received).containsExactly("good");
        assertThat(count(MetricNames.RECORDS_SKIPPED)).isEqualTo(1);
    }

    @Test
    void shouldKeepWhatWasEmittedBeforeFunctionThrew() throws Exception {
        ElementFunction<Object, Object> halfway = (value, out) -> {
            out.emit("first");
            throw new IllegalStateException("second");
        };
        process(RecordErrors.skip(ID, operator.metrics()), halfway, element("x"));
        assertThat(received).containsExactly("first");
    }

    @Test
    void shouldSendDeadLetterWithOriginalRecordAndCause() throws Exception {
        process(
                RecordErrors.deadLetter(ID, operator.metrics(), deadLetters::add),
                throwing(new IllegalArgumentException("no number")),
                element("bad"));
        assertThat(count(MetricNames.RECORDS_DEAD_LETTERED)).isEqualTo(1);
        assertThat(deadLetters).singleElement().satisfies(sent -> {
            assertThat(sent.timestamp()).isEqualTo(99);
            assertThat(sent.origin()).isSameAs(KEPT);
            DeadLetter letter = (DeadLetter) sent.value();
            assertThat(letter.original()).containsSame(RAW);
            assertThat(letter.origin()).isEqualTo("lines-3@4711");
            assertThat(letter.operator()).isEqualTo("map-1");
            assertThat(letter.reason()).isEqualTo(Reason.FUNCTION);
            assertThat(letter.exception()).isEqualTo("java.lang.IllegalArgumentException");
            assertThat(letter.message()).contains("no number").contains("lines->map-1[2]");
        });
    }

    @Test
    void shouldNameWhatUsersSerdeThrewInDeadLetter() throws Exception {
        SerdeException wrapped = new SerdeException(
                "Could not write it to topic 'out'",
                new SerdeException("Could not write a Price", new ArithmeticException("no fraction")));
        RecordErrors errors = RecordErrors.deadLetter(ID, operator.metrics(), deadLetters::add);
        errors.failed(element("bad"), Reason.SERIALIZATION, wrapped);
        errors.failed(element("bad"), Reason.REFUSED, new RecordRefusedException("too large"));
        assertThat(deadLetters)
                .extracting(sent -> ((DeadLetter) sent.value()).exception())
                .containsExactly("java.lang.ArithmeticException", RecordRefusedException.class.getName());
    }

    @Test
    void shouldEndAttemptWhenFunctionEmitsByCollectorOfAnEarlierCall() throws Exception {
        List<Collector<Object>> kept = new ArrayList<>();
        RecordErrors skip = RecordErrors.skip(ID, operator.metrics());
        process(skip, (value, out) -> kept.add(out), element("x"));
        assertThatThrownBy(() -> process(skip, (value, out) -> kept.get(0).emit(value), element("y")))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("do not keep it");
        assertThat(received).isEmpty();
    }

    @Test
    void shouldSayThatOriginIsUnknownWhenRecordHasNone() throws Exception {
        process(
                RecordErrors.deadLetter(ID, operator.metrics(), deadLetters::add),
                throwing(new IllegalArgumentException("x".repeat(5000))),
                new DataRecord("aggregate", 99, null));
        DeadLetter letter = (DeadLetter) deadLetters.get(0).value();
        assertThat(letter.original()).isEmpty();
        assertThat(letter.origin()).isEqualTo("unknown");
        assertThat(letter.message()).hasSize(DeadLetter.MAX_MESSAGE);
    }

    @Test
    void shouldFailWhenDeadLetterCannotBeSent() {
        RecordErrors letters = RecordErrors.deadLetter(ID, operator.metrics(), letter -> {
            throw new IllegalStateException("no way");
        });
        assertThatThrownBy(() -> process(letters, throwing(new IllegalArgumentException()), element("bad")))
                .hasMessage("no way");
    }

    static List<Throwable> notOfOneRecord() {
        return List.of(
                new OutOfMemoryError("heap"),
                new StackOverflowError(),
                new NoClassDefFoundError("com/example/Missing"),
                new AssertionError(),
                new InterruptedException(),
                new IllegalStateException(new InterruptedException()),
                new IllegalStateException(new OutOfMemoryError()),
                new IllegalStateException(new ConnectException("refused")),
                new UncheckedIOException(new UnknownHostException("registry")),
                new UncheckedIOException(new SocketTimeoutException("no answer")),
                new UncheckedIOException(new ClosedByInterruptException()),
                new HttpConnectTimeoutException("no answer"),
                new FencedException("taken over"),
                new DamagedException("no such file"),
                new MisuseException("state that was not declared"),
                new IllegalStateException("wrapped by the user", new MisuseException("state that was not declared")));
    }

    @ParameterizedTest
    @MethodSource("notOfOneRecord")
    void shouldEndAttemptWhateverThePolicyWhenFailureIsNotOfOneRecord(Throwable thrown) {
        assertThatThrownBy(() -> process(RecordErrors.skip(ID, operator.metrics()), throwing(thrown), element("x")))
                .satisfiesAnyOf(
                        e -> assertThat(e).isSameAs(thrown),
                        e -> assertThat(e)
                                .isInstanceOf(RecordFailedException.class)
                                .hasCause(thrown));
    }

    @Test
    void shouldGoOnWhenParserFailsWithIOException() throws Exception {
        process(
                RecordErrors.skip(ID, operator.metrics()),
                throwing(new UncheckedIOException(new IOException("unexpected character"))),
                element("x"));
        assertThat(count(MetricNames.RECORDS_SKIPPED)).isEqualTo(1);
    }

    @Test
    void shouldEndAttemptWhenTaskIsInterrupted() {
        ElementFunction<Object, Object> interrupted = (value, out) -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("gave up waiting");
        };
        assertThatThrownBy(() -> process(RecordErrors.skip(ID, operator.metrics()), interrupted, element("x")))
                .isInstanceOf(RecordFailedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldLeaveFailureOfNextStepToThatStep() {
        TransformOperator second = new TransformOperator(
                new OperatorId("job", "second", ID.task()),
                throwing(new IllegalStateException("broken")),
                RecordErrors.fail(new OperatorId("job", "second", ID.task())),
                next -> received.add(next.value()));
        TransformOperator first = new TransformOperator(
                ID, (value, out) -> out.emit(value), RecordErrors.skip(ID, operator.metrics()), second);
        assertThatThrownBy(() -> first.receive(element("x")))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("'second'");
    }
}
