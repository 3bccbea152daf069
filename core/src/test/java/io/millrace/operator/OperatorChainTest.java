package io.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Collector;
import io.millrace.api.DamagedException;
import io.millrace.api.MisuseException;
import io.millrace.api.RecordFailedException;
import io.millrace.api.step.ElementFunction;
import io.millrace.channel.Channel;
import io.millrace.channel.Outbox;
import io.millrace.channel.Parker;
import io.millrace.channel.Partitioner;
import io.millrace.checkpoint.TaskId;
import io.millrace.element.DataRecord;
import io.millrace.element.Origin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperatorChainTest {

    private static final TaskId TASK = new TaskId("lines->map-1", 2);
    private static final Origin ORIGIN = () -> "lines-3@4711";

    private final List<DataRecord> received = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    @Test
    void shouldInheritTimestampAndOriginWhenFunctionEmits() throws Exception {
        // given
        OperatorChain chain = chain(transform("flatMap-1", (Integer value, Collector<Object> out) -> {
            out.emit(value + 1);
            out.emit(value + 2);
        }));

        // when
        chain.process(new DataRecord(10, 99, ORIGIN));

        // then
        assertThat(received).containsExactly(new DataRecord(11, 99, ORIGIN), new DataRecord(12, 99, ORIGIN));
    }

    @Test
    void shouldPassSameRecordOnWhenValueIsTheSame() throws Exception {
        // given
        OperatorChain chain = chain(transform("filter-1", (value, out) -> out.emit(value)));
        DataRecord element = new DataRecord("x", 99, ORIGIN);

        // when
        chain.process(element);

        // then
        assertThat(received.get(0)).isSameAs(element);
    }

    @Test
    void shouldHandEachRecordToAllReceiversInOrder() throws Exception {
        // given
        Receiver all = Receiver.all(List.of(
                element -> calls.add("first " + element.value()), element -> calls.add("second " + element.value())));

        // when
        all.receive(element("a"));
        all.receive(element("b"));

        // then
        assertThat(calls).containsExactly("first a", "second a", "first b", "second b");
    }

    /** T06 */
    @Test
    void shouldNameOperatorTaskAndOriginWhenFunctionThrows() {
        // given
        RuntimeException thrown = new IllegalArgumentException("no number");
        OperatorChain chain = chain(transform("map-1", (value, out) -> {
            throw thrown;
        }));

        // when, then
        assertThatThrownBy(() -> chain.process(element("x")))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("'map-1'")
                .hasMessageContaining("lines->map-1[2]")
                .hasMessageContaining("from lines-3@4711")
                .hasMessageContaining("no number")
                .hasCause(thrown);
    }

    @Test
    void shouldNameOperatorWhenFunctionThrowsAnError() {
        // given
        OperatorChain chain = chain(transform("map-1", (value, out) -> {
            throw new NoClassDefFoundError("com/example/Missing");
        }));

        // when, then
        assertThatThrownBy(() -> chain.process(element("x")))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("'map-1'")
                .hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void shouldSayThatOriginIsUnknownWhenRecordHasNone() {
        // given
        OperatorChain chain = chain(transform("map-1", (value, out) -> {
            throw new IllegalStateException();
        }));

        // when, then
        assertThatThrownBy(() -> chain.process(new DataRecord("x", 0, null))).hasMessageContaining("of unknown origin");
    }

    @Test
    void shouldBlameOnlyTheOperatorThatFailedWhenOthersCalledIt() {
        // given
        TransformOperator second = transform("second", (value, out) -> {
            throw new IllegalStateException("broken");
        });
        TransformOperator first = new TransformOperator(id("first"), passOn(), fail("first"), second);
        OperatorChain chain = new OperatorChain(first, List.of(first, second), List.of());

        // when, then
        assertThatThrownBy(() -> chain.process(element("x")))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("'second'")
                .hasMessageNotContaining("'first'");
    }

    @Test
    void shouldFailWhenFunctionSwallowsFailureOfNextStep() {
        // given
        TransformOperator second = transform("second", (value, out) -> {
            throw new IllegalStateException("broken");
        });
        ElementFunction<Object, Object> swallowing = (value, out) -> {
            try {
                out.emit(value);
            } catch (RuntimeException e) {
                calls.add("swallowed");
            }
        };
        TransformOperator first = new TransformOperator(id("first"), swallowing, fail("first"), second);
        OperatorChain chain = new OperatorChain(first, List.of(first, second), List.of());

        // when, then
        assertThatThrownBy(() -> chain.process(element("x")))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("'second'");
        assertThat(calls).containsExactly("swallowed");
    }

    @Test
    void shouldKeepKindOfFailureWhenConnectorKnowsWhatFollows() {
        // given
        Receiver damaged = element -> {
            throw new DamagedException("offset out of range");
        };
        TransformOperator first = new TransformOperator(id("first"), passOn(), fail("first"), damaged);
        OperatorChain chain = new OperatorChain(first, List.of(first), List.of());

        // when, then
        assertThatThrownBy(() -> chain.process(element("x"))).isInstanceOf(DamagedException.class);
    }

    @Test
    void shouldRefuseToEmitWhenCallIsOver() throws Exception {
        // given
        List<Collector<Object>> kept = new ArrayList<>();
        OperatorChain chain = chain(transform("map-1", (value, out) -> kept.add(out)));
        chain.process(element("x"));

        // when, then
        assertThatThrownBy(() -> kept.get(0).emit("late"))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("only during the call");
    }

    @Test
    void shouldOpenOperatorsBeforeThoseThatCallThem() throws Exception {
        // given
        OperatorChain chain = new OperatorChain(received::add, List.of(part("a"), part("b"), part("c")), List.of());

        // when
        chain.open();

        // then
        assertThat(calls).containsExactly("open c", "open b", "open a");
    }

    /** O02 */
    @Test
    void shouldCloseAllOperatorsAndKeepAllFailuresWhenSomeThrow() {
        // given
        Exception first = new IllegalStateException("a");
        Error second = new AssertionError("c");
        OperatorChain chain = new OperatorChain(
                received::add, List.of(part("a", first), part("b"), part("c", second), part("d")), List.of());

        // when, then
        assertThatThrownBy(chain::close)
                .isSameAs(first)
                .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(second));
        assertThat(calls).containsExactly("close a", "close b", "close c", "close d");
    }

    @Test
    void shouldHaveNoRoomWhenAnOutboxOverflows() throws Exception {
        // given
        Channel channel = new Channel(new Parker(), new Parker());
        Outbox outbox = new Outbox(Partitioner.forward(), List.of(channel));
        OperatorChain chain = new OperatorChain(outbox::emit, List.of(), List.of(outbox));

        // when
        for (int i = 0; i < 9 * 512; i++) {
            assertThat(chain.hasRoom()).isTrue();
            chain.process(element(i));
        }

        // then
        assertThat(chain.hasRoom()).isFalse();
        assertThat(chain.requestRoom()).isTrue();
        channel.poll();
        chain.drain();
        assertThat(chain.hasRoom()).isTrue();
    }

    private OperatorChain chain(TransformOperator operator) {
        return new OperatorChain(operator, List.of(operator), List.of());
    }

    private <I> TransformOperator transform(String name, ElementFunction<I, Object> function) {
        return new TransformOperator(id(name), function, fail(name), received::add);
    }

    private static ElementFunction<Object, Object> passOn() {
        return (value, out) -> out.emit(value);
    }

    private Operator part(String name) {
        return part(name, null);
    }

    private Operator part(String name, Throwable onClose) {
        return new Operator() {
            @Override
            public void open() {
                calls.add("open " + name);
            }

            @Override
            public void receive(DataRecord element) {}

            @Override
            public void close() throws Exception {
                calls.add("close " + name);
                if (onClose instanceof Error error) {
                    throw error;
                }
                if (onClose != null) {
                    throw (Exception) onClose;
                }
            }
        };
    }

    private static RecordErrors fail(String uid) {
        return RecordErrors.fail(id(uid));
    }

    private static OperatorId id(String uid) {
        return new OperatorId("job", uid, TASK);
    }

    private static DataRecord element(Object value) {
        return new DataRecord(value, 0, ORIGIN);
    }
}
