package io.millrace.simulation;

import io.millrace.api.RecordRefusedException;
import io.millrace.element.DataRecord;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A transactional sink over a {@link TestLog}: sends into the open transaction, and holds what comes between a barrier
 * and the news of its checkpoint, a limited number of records.
 *
 * <p>Writers are confined to their tasks.
 */
public final class TestSink<T> implements SinkConnector<T> {

    private final TestLog log;
    private final int holdsAtMost;
    private final Executor acknowledgements;
    private Predicate<Object> refused = value -> false;
    private Function<Object, Object> places = value -> "";

    /**
     * Creates a sink.
     *
     * @param log where the output becomes visible
     * @param holdsAtMost how many records a writer holds before it has no room
     * @param acknowledgements completes prepared barriers, sooner or later
     */
    public TestSink(TestLog log, int holdsAtMost, Executor acknowledgements) {
        this.log = log;
        this.holdsAtMost = holdsAtMost;
        this.acknowledgements = acknowledgements;
    }

    /** Makes writers refuse some values. */
    public TestSink<T> refusing(Predicate<Object> which) {
        refused = which;
        return this;
    }

    /** Makes writers find out, beside their task, about each place that they are to write to before they can. */
    public TestSink<T> writingTo(Function<Object, Object> placeOf) {
        places = placeOf;
        return this;
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return Optional.of(log);
    }

    @Override
    public void check(String jobName) {
        // always writable
    }

    @Override
    public SinkWriter<T> openWriter(SinkContext context) {
        return new Writer((TestLog.Session) context.commitLog(), context);
    }

    private final class Writer implements SinkWriter<T> {

        private final TestLog.Session session;

        /** Records behind each barrier that is not decided, oldest first. */
        private final Queue<Held> undecided = new ArrayDeque<>();

        private int held;

        private final SinkContext context;
        private final Set<Object> known = new HashSet<>(Set.of(""));

        Writer(TestLog.Session session, SinkContext context) {
            this.session = session;
            this.context = context;
        }

        @Override
        public boolean isReadyFor(DataRecord element) {
            Object place = places.apply(element.value());
            if (known.contains(place)) {
                return true;
            }
            acknowledgements.execute(() -> {
                known.add(place);
                context.wakeUp();
            });
            return false;
        }

        @Override
        public boolean hasRoom() {
            return held < holdsAtMost;
        }

        @Override
        public void write(DataRecord element) {
            if (!hasRoom()) {
                throw new IllegalStateException("Written to although there is no room");
            }
            if (!known.contains(places.apply(element.value()))) {
                throw new IllegalStateException("Written to although the writer was not ready");
            }
            if (refused.test(element.value())) {
                throw new RecordRefusedException("refused: " + element.value());
            }
            if (undecided.isEmpty()) {
                session.send(element.value());
            } else {
                newest().values.add(element.value());
                held++;
            }
        }

        @Override
        public CompletionStage<Void> prepare(long checkpointId) {
            Held behind = new Held(checkpointId);
            undecided.add(behind);
            acknowledgeOldest();
            return behind.prepared;
        }

        @Override
        public void committed(long checkpointId) {
            decided(checkpointId);
        }

        @Override
        public void aborted(long checkpointId) {
            decided(checkpointId);
        }

        /** A barrier behind another undecided one waits, since records between the two are not sent yet. */
        private void acknowledgeOldest() {
            Held oldest = undecided.peek();
            if (oldest != null) {
                acknowledgements.execute(() -> oldest.prepared.complete(null));
            }
        }

        /** What is behind a decided barrier goes with what came before it, or out, if nothing there is undecided. */
        private void decided(long checkpointId) {
            Held before = null;
            for (Held candidate : undecided) {
                if (candidate.checkpointId == checkpointId) {
                    undecided.remove(candidate);
                    release(candidate, before);
                    return;
                }
                before = candidate;
            }
            throw new IllegalStateException("Checkpoint " + checkpointId + " was not prepared here, or decided twice");
        }

        private void release(Held decided, Held before) {
            if (before != null) {
                before.values.addAll(decided.values);
                return;
            }
            decided.values.forEach(session::send);
            held -= decided.values.size();
            acknowledgeOldest();
        }

        private Held newest() {
            Held last = null;
            for (Held candidate : undecided) {
                last = candidate;
            }
            return last;
        }

        @Override
        public void close() {
            undecided.clear();
        }
    }

    private static final class Held {

        private final long checkpointId;
        private final Queue<Object> values = new ArrayDeque<>();
        private final CompletableFuture<Void> prepared = new CompletableFuture<>();

        Held(long checkpointId) {
            this.checkpointId = checkpointId;
        }
    }
}
