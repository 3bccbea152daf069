package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The heap backend against hash maps: operations drawn from a seed, with captures that are stored later, by this thread or
 * by others meanwhile, released in any order, stored or not. Every stored capture must equal the maps as they were when it
 * was taken.
 */
class HeapStateModelTest {

    private static final ExecutorService STORERS = Executors.newFixedThreadPool(2);

    @AfterAll
    static void stopStorers() {
        STORERS.shutdownNow();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void shouldEqualTheModelWhenCapturesAreStoredLater(long seed) throws Exception {
        new Run(seed, 60, 20_000, Runnable::run).run();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {101, 102, 103, 104, 105})
    void shouldEqualTheModelWhenCapturesAreStoredByOtherThreads(long seed) throws Exception {
        new Run(seed, 2_000, 25_000, STORERS).run();
    }

    /** A capture, the model as it was, and what came of storing it. */
    private static final class Taken {
        final StateCapture capture;
        final Map<String, Long> counts;
        final Map<String, List<Integer>> lists;
        CompletableFuture<List<StateRef>> stored = CompletableFuture.completedFuture(List.of());
        boolean begun;

        Taken(StateCapture capture, Map<String, Long> counts, Map<String, List<Integer>> lists) {
            this.capture = capture;
            this.counts = new HashMap<>(counts);
            this.lists = deepCopy(lists);
        }
    }

    private static final class Run {
        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Serdes.longs());
        private static final StateSpec<ValueState<List<Integer>>> LIST =
                StateSpec.value("list", Serdes.list(Serdes.integers()));
        private static final int MOST_OUTSTANDING = 4;

        private final Random random;
        private final int keys;
        private final int steps;
        private final Executor storers;
        private final KeyRouting routing = KeyRouting.of(Serdes.string(), 16);
        private final MemoryFiles files = new MemoryFiles();
        private final KeyedStateStore store;
        private final ValueState<Long> count;
        private final ValueState<List<Integer>> list;
        private final Map<String, Long> counts = new HashMap<>();
        private final Map<String, List<Integer>> lists = new HashMap<>();
        private final List<Taken> outstanding = new ArrayList<>();
        private long checkpointId;
        private int verified;

        Run(long seed, int keys, int steps, Executor storers) {
            this.random = new Random(seed);
            this.keys = keys;
            this.steps = steps;
            this.storers = storers;
            this.store = new HeapStateBackend()
                    .open(new KeyedStateContext(
                            "job", "uid", 0, new KeyGroupRange(0, 15), Serdes.string(), List.of(COUNT, LIST)));
            this.count = store.handle(COUNT);
            this.list = store.handle(LIST);
        }

        void run() throws Exception {
            for (int i = 0; i < steps; i++) {
                int dice = random.nextInt(1000);
                if (dice < 6) {
                    capture();
                } else if (dice < 14) {
                    beginToStore();
                } else if (dice < 20) {
                    release();
                } else {
                    access();
                }
            }
            while (!outstanding.isEmpty()) {
                release();
            }
            verifyLive();
            assertThat(verified).isGreaterThan(10);
        }

        private void access() {
            String key = "key-" + random.nextInt(keys);
            store.setCurrentKey(key, routing.keyGroupOf(key));
            for (int i = random.nextInt(3); i >= 0; i--) {
                accessCount(key);
                accessList(key);
            }
        }

        private void accessCount(String key) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    Long before = count.value();
                    assertThat(before).isEqualTo(counts.get(key));
                    Long after = before == null ? 1 : before + 1;
                    count.update(after);
                    counts.put(key, after);
                }
                case 2 -> {
                    count.update(-1L);
                    counts.put(key, -1L);
                }
                case 3 -> {
                    count.clear();
                    counts.remove(key);
                }
                default -> assertThat(count.value()).isEqualTo(counts.get(key));
            }
        }

        private void accessList(String key) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    List<Integer> value = list.value();
                    assertThat(value).isEqualTo(lists.get(key));
                    value = value == null ? new ArrayList<>() : value;
                    value.add(random.nextInt());
                    if (value.size() > 8) {
                        value.subList(0, 6).clear();
                    }
                    list.update(value);
                    lists.put(key, new ArrayList<>(value));
                }
                case 2 -> {
                    // the object goes on changing after it was handed over, before the next capture
                    List<Integer> value = new ArrayList<>(List.of(1, 2));
                    list.update(value);
                    value.add(3);
                    list.update(value);
                    lists.put(key, new ArrayList<>(value));
                }
                case 3 -> {
                    list.clear();
                    lists.remove(key);
                }
                default -> assertThat(list.value()).isEqualTo(lists.get(key));
            }
        }

        private void capture() {
            if (outstanding.size() < MOST_OUTSTANDING) {
                outstanding.add(new Taken(store.capture(++checkpointId), counts, lists));
            }
        }

        private void beginToStore() {
            if (outstanding.isEmpty()) {
                return;
            }
            Taken taken = outstanding.get(random.nextInt(outstanding.size()));
            if (!taken.begun) {
                taken.begun = true;
                taken.stored = CompletableFuture.supplyAsync(() -> storeNow(taken), storers);
            }
        }

        private List<StateRef> storeNow(Taken taken) {
            try {
                return taken.capture.store(files);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("was released before it was stored");
                return List.of();
            }
        }

        /** Releases a capture: stored or not, and perhaps while another thread stores it. */
        private void release() throws Exception {
            if (outstanding.isEmpty()) {
                return;
            }
            Taken taken = outstanding.remove(random.nextInt(outstanding.size()));
            if (random.nextInt(4) > 0) {
                taken.stored.join();
            }
            taken.capture.close();
            verify(taken);
        }

        private void verify(Taken taken) throws IOException {
            List<StateRef> refs = taken.stored.join();
            if (refs.isEmpty()) {
                return;
            }
            verified++;
            assertThat(SnapshotFiles.read(files, refs, "count", Serdes.string(), Serdes.longs(), routing))
                    .isEqualTo(taken.counts);
            assertThat(SnapshotFiles.read(
                            files, refs, "list", Serdes.string(), Serdes.list(Serdes.integers()), routing))
                    .isEqualTo(taken.lists);
        }

        private void verifyLive() {
            for (int i = 0; i < keys; i++) {
                String key = "key-" + i;
                store.setCurrentKey(key, routing.keyGroupOf(key));
                assertThat(count.value()).isEqualTo(counts.get(key));
                assertThat(list.value()).isEqualTo(lists.get(key));
            }
        }
    }

    private static Map<String, List<Integer>> deepCopy(Map<String, List<Integer>> lists) {
        Map<String, List<Integer>> copy = new HashMap<>();
        lists.forEach((key, value) -> copy.put(key, List.copyOf(value)));
        return copy;
    }
}
