package io.millrace.simulation;

import io.millrace.api.SerdeException;
import io.millrace.element.DataRecord;
import io.millrace.element.Origin;
import io.millrace.element.RawRecord;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceConnector;
import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.spi.SplitNews;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A replayable source in memory: splits of values, which can grow while it is read. A bounded one ends when all of a
 * reader's splits are read. Splits can be hidden, and found while it is read.
 *
 * <p>Readers may run on threads of their own as long as nobody appends meanwhile.
 */
public final class TestSource<T> implements SourceConnector<T> {

    private static final String NEXT = "next";

    private final SortedMap<String, List<T>> splits = new TreeMap<>();
    private final boolean bounded;
    private final int recordsPerRead;
    private final Map<String, Long> published = new TreeMap<>();
    private Predicate<T> unreadable = value -> false;
    private boolean fromLatest;
    private final Set<String> hidden = new TreeSet<>();
    private int closedReaders;

    private TestSource(boolean bounded, int recordsPerRead) {
        this.bounded = bounded;
        this.recordsPerRead = recordsPerRead;
    }

    /** A source that ends. */
    public static <T> TestSource<T> bounded(int recordsPerRead) {
        return new TestSource<>(true, recordsPerRead);
    }

    /** A source that waits for more. */
    public static <T> TestSource<T> unbounded(int recordsPerRead) {
        return new TestSource<>(false, recordsPerRead);
    }

    /** Adds a value behind those of a split, which is made if there is none. */
    public TestSource<T> append(String split, T value) {
        splits.computeIfAbsent(split, id -> new ArrayList<>()).add(value);
        return this;
    }

    /** Makes a first start begin behind what is there then. */
    public TestSource<T> fromLatest() {
        fromLatest = true;
        return this;
    }

    /** Makes readers fail on some values. */
    public TestSource<T> unreadable(Predicate<T> which) {
        unreadable = which;
        return this;
    }

    /** Keeps a split from being found until {@link #reveal}. */
    public void hide(String split) {
        hidden.add(split);
    }

    /** Lets a hidden split be found. */
    public void reveal(String split) {
        hidden.remove(split);
    }

    /** The values of each split. */
    public SortedMap<String, List<T>> splits() {
        return splits;
    }

    /** Where readers stand, as it was last published for people. */
    public Map<String, Long> published() {
        return published;
    }

    /** How many readers were closed. */
    public int closedReaders() {
        return closedReaders;
    }

    /** The number of the next value to read, as a position of this source says it. */
    public static int nextOf(SourceSplit split) {
        return Integer.parseInt(split.position().get(NEXT));
    }

    /** A position of this source. */
    public static SourceSplit splitAt(String id, int next) {
        return SourceSplit.of(id, Map.of(NEXT, Integer.toString(next)));
    }

    @Override
    public SplitEnumerator openEnumerator(OperatorContext context) {
        return new Enumerator();
    }

    @Override
    public SourceReader<T> openReader(ReaderContext context) {
        return new Reader(context.splits());
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return Optional.empty();
    }

    /** Where a record of this source came from; the raw record has its split as topic and its text as value. */
    private record Place(String split, int index, Object value) implements Origin {

        @Override
        public Optional<RawRecord> raw() {
            byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
            return Optional.of(new RawRecord(split, 0, index, DataRecord.NO_TIMESTAMP, null, text, List.of()));
        }

        @Override
        public String describe() {
            return split + "@" + index;
        }
    }

    private final class Enumerator implements SplitEnumerator {

        private final Set<String> known = new TreeSet<>();

        @Override
        public void check() {
            // always readable
        }

        @Override
        public List<SourceSplit> start() {
            known.clear();
            return found().stream()
                    .map(split -> fromLatest
                            ? splitAt(split.id(), splits.get(split.id()).size())
                            : split)
                    .toList();
        }

        @Override
        public List<SourceSplit> resume(List<SourceSplit> restored) {
            known.clear();
            restored.forEach(split -> known.add(split.id()));
            return Stream.concat(restored.stream(), found().stream()).toList();
        }

        @Override
        public Optional<Duration> discoveryInterval() {
            return Optional.of(Duration.ofMillis(5));
        }

        @Override
        public SplitNews discover() {
            return new SplitNews(found(), Set.of());
        }

        @Override
        public void verify() {
            // always the same
        }

        private List<SourceSplit> found() {
            return splits.keySet().stream()
                    .filter(id -> !hidden.contains(id) && known.add(id))
                    .map(id -> splitAt(id, 0))
                    .toList();
        }

        @Override
        public void committed(List<SourceSplit> positions) {
            positions.forEach(split -> published.put(split.id(), (long) nextOf(split)));
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private final class Reader implements SourceReader<T> {

        /** Next value to read per split, in the order in which they take turns. */
        private final Map<String, Integer> next = new LinkedHashMap<>();

        private final List<String> turns;
        private int turn;

        Reader(List<SourceSplit> assigned) {
            assigned.forEach(split -> next.put(split.id(), nextOf(split)));
            turns = new ArrayList<>(next.keySet());
        }

        @Override
        public void update(SplitNews news) {
            news.added().forEach(split -> {
                next.put(split.id(), nextOf(split));
                turns.add(split.id());
            });
        }

        @Override
        public Status read(SourceOutput<T> out) throws Exception {
            int read = 0;
            int empty = 0;
            while (read < recordsPerRead && empty < turns.size() && out.hasRoom()) {
                String split = turns.get(turn++ % turns.size());
                int index = next.get(split);
                List<T> values = splits.get(split);
                if (index == values.size()) {
                    empty++;
                    continue;
                }
                empty = 0;
                next.put(split, index + 1);
                T value = values.get(index);
                Place place = new Place(split, index, value);
                if (unreadable.test(value)) {
                    out.failed(new SerdeException("unreadable: " + value), DataRecord.NO_TIMESTAMP, place);
                } else {
                    out.emit(value, DataRecord.NO_TIMESTAMP, place);
                }
                read++;
            }
            if (read > 0 || !allRead()) {
                return Status.PROGRESS;
            }
            return bounded ? Status.END : Status.IDLE;
        }

        private boolean allRead() {
            return turns.stream()
                    .allMatch(split -> next.get(split) == splits.get(split).size());
        }

        @Override
        public void awaitInput(Duration maxWait) {
            // in the simulation nobody waits
        }

        @Override
        public void wakeup() {
            // nobody waits
        }

        @Override
        public List<SourceSplit> positions() {
            return turns.stream().map(split -> splitAt(split, next.get(split))).toList();
        }

        @Override
        public void close() {
            closedReaders++;
        }
    }
}
