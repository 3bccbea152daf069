package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.MisuseException;
import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.serde.Serdes;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.StateBackend;
import io.millrace.spi.StateCapture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class HeapStateStoreTest {

    private static final StateSpec<ValueState<List<Integer>>> LIST =
            StateSpec.value("list", Serdes.list(Serdes.integers()));
    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Serdes.longs());
    private static final int GROUPS = 4;

    private final KeyRouting routing = KeyRouting.of(Serdes.string(), GROUPS);
    private final MemoryFiles files = new MemoryFiles();
    private final KeyedStateStore store = open(List.of(LIST, COUNT));
    private final ValueState<List<Integer>> list = store.handle(LIST);
    private final ValueState<Long> count = store.handle(COUNT);

    @Test
    void shouldBeFoundByItsName() {
        assertThat(ServiceLoader.load(StateBackend.class)).anySatisfy(backend -> {
            assertThat(backend).isInstanceOf(HeapStateBackend.class);
            assertThat(backend.name()).isEqualTo("heap");
        });
    }

    @Test
    void shouldNotLetACapturedObjectBeChangedWhenItIsReadAfterwards() throws IOException {
        // given
        setKey("a");
        list.update(new ArrayList<>(List.of(1)));
        StateCapture capture = store.capture(1);

        // when: it is changed, with and without update
        setKey("a");
        list.value().add(2);

        // then
        assertThat(stored(capture)).isEqualTo(Map.of("a", List.of(1)));
        assertThat(list.value()).isEqualTo(List.of(1, 2));
    }

    @Test
    void shouldHandOutTheSameObjectWhenNoCaptureHoldsIt() {
        setKey("a");
        List<Integer> value = new ArrayList<>(List.of(1));
        list.update(value);
        assertThat(list.value()).isSameAs(value);

        store.capture(1).close();
        setKey("a");

        assertThat(list.value()).isSameAs(value);
    }

    @Test
    void shouldCopyOnceWhenACapturedObjectIsReadAgain() {
        setKey("a");
        List<Integer> value = new ArrayList<>(List.of(1));
        list.update(value);
        store.capture(1);

        setKey("a");
        List<Integer> copy = list.value();
        setKey("a");

        assertThat(copy).isNotSameAs(value).isEqualTo(value);
        assertThat(list.value()).isSameAs(copy);
    }

    @Test
    void shouldSetAKeyWhenItWasClearedJustBefore() throws IOException {
        setKey("a");
        count.update(1L);
        StateCapture capture = store.capture(1);
        setKey("a");

        count.clear();
        assertThat(count.value()).isNull();
        count.update(5L);
        count.clear();
        count.update(6L);

        assertThat(count.value()).isEqualTo(6L);
        capture.close();
        assertThat(count.value()).isEqualTo(6L);
        setKey("a");
        assertThat(count.value()).isEqualTo(6L);
    }

    @Test
    void shouldLookUpAKeyAgainWhenItsEmptyCellWasTidiedAway() {
        // given: a removed key whose cell is there only for a capture
        setKey("a");
        count.update(1L);
        StateCapture capture = store.capture(1);
        setKey("a");
        count.clear();
        assertThat(count.value()).isNull();

        // when: the capture is released, and the key is set again, with no other key in between
        capture.close();
        count.update(2L);

        // then
        setKey("a");
        assertThat(count.value()).isEqualTo(2L);
    }

    @Test
    void shouldLeaveWhatIsReadAloneWhenReleasedWhileBeingStored() {
        // given: while the first value is being written, the task releases the capture and goes on
        InterruptedSerde serde = new InterruptedSerde();
        StateSpec<ValueState<Long>> spec = StateSpec.value("interrupted", serde);
        KeyedStateStore interrupted = open(List.of(spec));
        addKeys(interrupted, spec, 0, 100);
        StateCapture capture = interrupted.capture(1);
        serde.meanwhile = () -> {
            capture.close();
            addKeys(interrupted, spec, 100, 200);
        };

        // then: it ends the key group at hand, in which no key may appear now, and gives up
        assertThatThrownBy(() -> capture.store(files))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("released before it was stored");
    }

    @Test
    void shouldBeStoredOnceAndNotAfterItsRelease() throws IOException {
        StateCapture capture = store.capture(1);
        capture.store(files);
        assertThatThrownBy(() -> capture.store(files)).isInstanceOf(IllegalStateException.class);
        capture.close();
        capture.close();

        StateCapture released = store.capture(2);
        released.close();
        assertThatThrownBy(() -> released.store(files)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldStoreACaptureThatOutlivesTheStore() throws IOException {
        setKey("a");
        list.update(List.of(1));
        StateCapture capture = store.capture(1);

        store.close();

        assertThat(stored(capture)).isEqualTo(Map.of("a", List.of(1)));
    }

    @Test
    void shouldRefuseUseWithoutAKeyAndValuesThatAreNull() {
        assertThatThrownBy(count::value)
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("no record was being processed");
        setKey("a");
        assertThatThrownBy(() -> count.update(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("clear()");
    }

    @Test
    void shouldRefuseKeyGroupsOfOtherTasks() {
        assertThatThrownBy(() -> store.setCurrentKey("a", GROUPS))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("got a key of key group 4");
    }

    @Test
    void shouldKnowDeclaredStatesOnly() {
        assertThat(store.handle(StateSpec.value("count", Serdes.longs()))).isSameAs(count);
        assertThatThrownBy(() -> store.handle(StateSpec.value("other", Serdes.longs())))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("states()");
    }

    @Test
    void shouldFailTheSnapshotWhenAValueCannotBeWritten() {
        setKey("a");
        List<Integer> value = new ArrayList<>();
        value.add(null);
        list.update(value);
        StateCapture capture = store.capture(1);

        assertThatThrownBy(() -> capture.store(files))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("null");
    }

    private void addKeys(KeyedStateStore to, StateSpec<ValueState<Long>> spec, int from, int until) {
        for (int i = from; i < until; i++) {
            String key = "key-" + i;
            to.setCurrentKey(key, routing.keyGroupOf(key));
            to.handle(spec).update(1L);
        }
    }

    private void setKey(String key) {
        store.setCurrentKey(key, routing.keyGroupOf(key));
    }

    private Map<String, List<Integer>> stored(StateCapture capture) throws IOException {
        return SnapshotFiles.read(
                files, capture.store(files), "list", Serdes.string(), Serdes.list(Serdes.integers()), routing);
    }

    private static KeyedStateStore open(List<StateSpec<?>> states) {
        return new HeapStateBackend()
                .open(new KeyedStateContext(
                        "job", "uid", 0, new KeyGroupRange(0, GROUPS - 1), Serdes.string(), states));
    }

    /** Does something else in the middle of its work, once. */
    private static final class InterruptedSerde implements Serde<Long> {
        private Runnable meanwhile = () -> {};

        @Override
        public byte[] serialize(Long value) {
            Runnable now = meanwhile;
            meanwhile = () -> {};
            now.run();
            return Serdes.longs().serialize(value);
        }

        @Override
        public Long deserialize(byte[] bytes) {
            return Serdes.longs().deserialize(bytes);
        }

        @Override
        public Class<?> type() {
            return Long.class;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }
    }
}
