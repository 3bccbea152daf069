package io.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Collector;
import io.millrace.api.KeySelector;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.MisuseException;
import io.millrace.api.ProcessContext;
import io.millrace.api.RecordFailedException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.api.step.Routing;
import io.millrace.channel.KeyExtractor;
import io.millrace.checkpoint.OperatorSnapshot;
import io.millrace.checkpoint.TaskId;
import io.millrace.element.DataRecord;
import io.millrace.serde.Serdes;
import io.millrace.simulation.MemorySnapshots;
import io.millrace.simulation.TestOperator;
import io.millrace.simulation.TestStateBackend;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.StateRef;
import io.millrace.state.HeapStateBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class KeyedProcessOperatorTest {

    private static final int KEY_GROUPS = 8;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, KEY_GROUPS - 1);

    private final List<Object> received = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final MemorySnapshots files = new MemorySnapshots();
    private final TestStateBackend backend = new TestStateBackend(KEY_GROUPS);

    @Test
    void shouldKeepStatePerKey() throws Exception {
        // given
        KeyedProcessOperator operator = open(Counter::new, ALL, List.of());

        // when
        process(operator, "a", "b", "a", "a");

        // then
        assertThat(received).containsExactly("a1", "b1", "a2", "a3");
    }

    @Test
    void shouldGoOnFromCaptureWhenRestored() throws Exception {
        // given
        KeyedProcessOperator operator = open(Counter::new, ALL, List.of());
        process(operator, "a", "b", "a");
        OperatorCapture capture = operator.capture(1);
        process(operator, "a");
        OperatorSnapshot snapshot = capture.store(files);
        received.clear();

        // when
        KeyedProcessOperator restored = open(Counter::new, ALL, snapshot.states());
        process(restored, "a", "b");

        // then
        assertThat(snapshot.uid()).isEqualTo("counts");
        assertThat(received).containsExactly("a3", "b2");
    }

    @Test
    void shouldOnlyReadSnapshotsOfItsKeyGroups() throws Exception {
        // given: a reference whose file does not exist, of a task with other key groups
        StateRef foreign = new StateRef("count", "test", new KeyGroupRange(4, 7), "", "", List.of());

        // when
        KeyedProcessOperator operator = open(Counter::new, new KeyGroupRange(0, 3), List.of(foreign));

        // then
        assertThat(operator).isNotNull();
    }

    @Test
    void shouldNotReadStatesThatMayBeDroppedBecauseNothingDeclaresThem() throws Exception {
        // given: the start was checked, and refused unless this was allowed
        StateRef dropped = new StateRef("dropped", "test", ALL, "", "", List.of());
        KeyedStateSetup setup =
                new KeyedStateSetup(new HeapStateBackend(), ALL, Serdes.string(), List.of(dropped), files);

        // when
        KeyedStateStore store = setup.open(id(), List.of());

        // then
        assertThat(store).isNotNull();
    }

    @Test
    void shouldOpenAndCloseTheTasksOwnFunction() throws Exception {
        // given
        KeyedProcessOperator operator = open(Counter::new, ALL, List.of());
        assertThat(calls).containsExactly("open");

        // when
        operator.close();
        operator.close();

        // then
        assertThat(calls).containsExactly("open", "close");
    }

    @Test
    void shouldEndAttemptAndSayWhatIsDeclaredWhenFunctionAsksForOtherState() throws Exception {
        // given: a policy that goes on without records that fail
        KeyedProcessOperator operator = open(
                () -> new Counter() {
                    @Override
                    public void process(String value, ProcessContext<String> context, Collector<Object> out) {
                        context.state(StateSpec.value("forgotten", Serdes.longs()));
                    }
                },
                ALL,
                List.of(),
                value -> value,
                skip());

        // when, then
        assertThatThrownBy(() -> process(operator, "a"))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("'counts'")
                .hasMessageContaining("'forgotten'")
                .hasMessageContaining("states()");
    }

    /** T06 */
    @Test
    void shouldNameOriginOnceWhenKeySelectorReturnsNull() throws Exception {
        // given
        KeyedProcessOperator operator = open(Counter::new, ALL, List.of(), value -> null, RecordErrors.fail(id()));

        // when, then
        assertThatThrownBy(() -> process(operator, "a"))
                .isInstanceOf(RecordFailedException.class)
                .hasMessageContaining("from lines-0@1")
                .hasMessageContaining("returned null")
                .hasNoCause();
    }

    @Test
    void shouldBlameKeySelectorWhenKeyBelongsToAnotherTask() throws Exception {
        // given: no key belongs here, and records that fail are passed over
        KeyedProcessOperator operator = open(Counter::new, new KeyGroupRange(0, -1), List.of(), value -> value, skip());

        // when, then
        assertThatThrownBy(() -> process(operator, "a"))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("same key for the same value");
    }

    /** O02 */
    @Test
    void shouldCloseStateWhenFunctionsCloseThrows() throws Exception {
        // given
        KeyedProcessOperator operator = open(
                () -> new Counter() {
                    @Override
                    public void close() {
                        throw new IllegalStateException("from the user's close");
                    }
                },
                ALL,
                List.of());

        // when, then
        assertThatThrownBy(operator::close).hasMessage("from the user's close");
        operator.close();
    }

    private KeyedProcessOperator open(Supplier<Counter> function, KeyGroupRange keyGroups, List<StateRef> restore)
            throws Exception {
        return open(function, keyGroups, restore, value -> value, RecordErrors.fail(id()));
    }

    private KeyedProcessOperator open(
            Supplier<Counter> function,
            KeyGroupRange keyGroups,
            List<StateRef> restore,
            KeySelector<String, String> selector,
            RecordErrors errors)
            throws Exception {
        KeyExtractor keys =
                new KeyExtractor("counts", "counts[0]", new Routing.ByKey<>(selector, Serdes.string()), KEY_GROUPS);
        KeyedStateSetup setup = new KeyedStateSetup(backend, keyGroups, Serdes.string(), restore, files);
        KeyedProcessOperator operator =
                new KeyedProcessOperator(id(), function, keys, setup, errors, element -> received.add(element.value()));
        operator.open();
        return operator;
    }

    /** Passes over whatever is of one record only. */
    private static RecordErrors skip() {
        return RecordErrors.skip(id(), TestOperator.of("job", "counts").metrics());
    }

    private static OperatorId id() {
        return new OperatorId("job", "counts", new TaskId("counts", 0));
    }

    private static void process(KeyedProcessOperator operator, String... values) throws Exception {
        for (String value : values) {
            operator.receive(new DataRecord(value, 0, () -> "lines-0@1"));
        }
    }

    private class Counter implements KeyedProcessFunction<String, String, Object> {

        private final ValueStateSpec<Long> count = StateSpec.value("count", Serdes.longs());

        @Override
        public List<StateSpec<?>> states() {
            return List.of(count);
        }

        @Override
        public void open() {
            calls.add("open");
        }

        @Override
        public void process(String value, ProcessContext<String> context, Collector<Object> out) {
            ValueState<Long> state = context.state(count);
            Long before = state.value();
            state.update(before == null ? 1 : before + 1);
            out.emit(context.key() + state.value());
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
