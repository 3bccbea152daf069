package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Serde;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.serde.Serdes;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State that moves between tasks when the parallelism changes. */
class RescaleTest {

    private static final int KEY_GROUPS = 32;
    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Serdes.longs());

    enum Colour {
        RED,
        GREEN
    }

    record Paint(Colour colour, int shade) {}

    private final MemoryFiles files = new MemoryFiles();

    @Test
    void shouldKeepEveryKeyWhenParallelismChangesT10() throws IOException {
        // given
        Map<String, Long> expected = new HashMap<>();
        Tasks<String> four = new Tasks<>(4, Serdes.string());
        for (int i = 0; i < 1000; i++) {
            four.put("key-" + i, i);
            expected.put("key-" + i, (long) i);
        }

        // when
        Tasks<String> one = four.restoredWith(1);

        // then
        assertThat(one.snapshotContents()).isEqualTo(expected);
        expected.forEach((key, value) -> assertThat(one.get(key)).isEqualTo(value));
    }

    @Test
    void shouldKeepRemovedKeysGoneWhenParallelismChangesBackAndForthT11() throws IOException {
        // given
        Map<String, Long> expected = new HashMap<>();
        Tasks<String> tasks = new Tasks<>(4, Serdes.string());
        for (int i = 0; i < 1000; i++) {
            tasks.put("key-" + i, i);
            expected.put("key-" + i, (long) i);
        }

        // when
        int removed = 0;
        for (int parallelism : new int[] {1, 4, 1, 3, 2, 1, 2}) {
            tasks = tasks.restoredWith(parallelism);
            for (int end = removed + 50; removed < end; removed++) {
                tasks.remove("key-" + removed);
                expected.remove("key-" + removed);
            }
        }

        // then
        assertThat(tasks.snapshotContents()).isEqualTo(expected);
        assertThat(tasks.get("key-0")).isNull();
    }

    @Test
    void shouldLeaveNothingToTasksWithoutKeyGroups() throws IOException {
        Tasks<String> few = new Tasks<>(1, Serdes.string());
        few.put("a", 1);

        Tasks<String> many = few.restoredWith(KEY_GROUPS + 5);

        assertThat(many.get("a")).isEqualTo(1);
        assertThat(many.restoredWith(1).get("a")).isEqualTo(1);
    }

    @Test
    void shouldGoOnCountingKeysThatHoldEnumsT01() throws IOException {
        Tasks<Paint> tasks = new Tasks<>(3, Serdes.records(Paint.class));
        for (int i = 0; i < 100; i++) {
            tasks.put(new Paint(Colour.values()[i % 2], i), i);
        }

        Tasks<Paint> restored = tasks.restoredWith(2);

        for (int i = 0; i < 100; i++) {
            assertThat(restored.get(new Paint(Colour.values()[i % 2], i))).isEqualTo(i);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldEqualTheModelThroughAnyChangesOfParallelism(long seed) throws IOException {
        Random random = new Random(seed);
        Map<String, Long> model = new HashMap<>();
        Tasks<String> tasks = new Tasks<>(2, Serdes.string());
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 200; i++) {
                String key = "key-" + random.nextInt(300);
                if (random.nextInt(3) == 0) {
                    tasks.remove(key);
                    model.remove(key);
                } else {
                    tasks.put(key, round);
                    model.put(key, (long) round);
                }
            }
            tasks = tasks.restoredWith(1 + random.nextInt(KEY_GROUPS + 3));
        }
        assertThat(tasks.snapshotContents()).isEqualTo(model);
    }

    /** The tasks of one operator. */
    private final class Tasks<K> {
        private final int parallelism;
        private final Serde<K> keys;
        private final KeyRouting routing;
        private final List<KeyedStateStore> stores = new ArrayList<>();

        Tasks(int parallelism, Serde<K> keys) {
            this.parallelism = parallelism;
            this.keys = keys;
            this.routing = KeyRouting.of(keys, KEY_GROUPS);
            for (int subtask = 0; subtask < parallelism; subtask++) {
                KeyGroupRange range = KeyGroups.rangeOf(subtask, parallelism, KEY_GROUPS);
                stores.add(new HeapStateBackend()
                        .open(new KeyedStateContext("job", "uid", subtask, range, keys, List.of(COUNT))));
            }
        }

        void put(K key, long value) {
            state(key).update(value);
        }

        Long get(K key) {
            return state(key).value();
        }

        void remove(K key) {
            state(key).clear();
        }

        Tasks<K> restoredWith(int newParallelism) throws IOException {
            List<StateRef> refs = snapshot();
            Tasks<K> restored = new Tasks<>(newParallelism, keys);
            for (KeyedStateStore store : restored.stores) {
                store.restore(refs, files);
            }
            return restored;
        }

        Map<K, Long> snapshotContents() throws IOException {
            return SnapshotFiles.read(files, snapshot(), "count", keys, Serdes.longs(), routing);
        }

        private List<StateRef> snapshot() throws IOException {
            List<StateRef> refs = new ArrayList<>();
            for (KeyedStateStore store : stores) {
                try (StateCapture capture = store.capture(1)) {
                    refs.addAll(capture.store(files));
                }
            }
            return refs;
        }

        private ValueState<Long> state(K key) {
            int keyGroup = routing.keyGroupOf(key);
            KeyedStateStore store = stores.get(KeyGroups.ownerOf(keyGroup, parallelism, KEY_GROUPS));
            store.setCurrentKey(key, keyGroup);
            return store.handle(COUNT);
        }
    }
}
