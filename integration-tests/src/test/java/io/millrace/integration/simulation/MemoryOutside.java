package io.millrace.integration.simulation;

import io.millrace.api.DeadLetter;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.element.DataRecord;
import io.millrace.kafka.DeliveryGuarantee;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.simulation.TestSource;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Outside without brokers: input in memory, and output that is seen as soon as it is written, so that what is written again after a
 * failure is seen again. The commit log is the one in the checkpoint storage.
 */
final class MemoryOutside implements Outside {

    private final List<TestSource<Item>> sources = new ArrayList<>();
    private final Map<Integer, List<Item>> seen = new HashMap<>();
    private final Supplier<List<LogEntry>> entries;

    /** @param entries what the storage's commit log says */
    MemoryOutside(Random random, DrawnInput input, Supplier<List<LogEntry>> entries) {
        this.entries = entries;
        for (List<List<Item>> partitions : input.partitions()) {
            TestSource<Item> source = TestSource.bounded(1 + random.nextInt(20));
            for (int partition = 0; partition < partitions.size(); partition++) {
                List<Item> items = new ArrayList<>(partitions.get(partition));
                items.removeAll(input.unreadable()); // nothing has to be read here
                source.splits().put("p" + partition, items);
            }
            sources.add(source);
        }
    }

    @Override
    public Source<Item> source(SimulatedProcess process, int source) {
        return sources.get(source);
    }

    @Override
    public Sink<Item> sink(SimulatedProcess process, int sink) {
        return new SeenAtOnce(process, seen.computeIfAbsent(sink, any -> new ArrayList<>()));
    }

    @Override
    public List<Item> seen(int sink) {
        return seen.getOrDefault(sink, List.of());
    }

    @Override
    public List<LogEntry> entries() {
        return entries.get();
    }

    @Override
    public DeliveryGuarantee guarantee(int sink) {
        return DeliveryGuarantee.AT_LEAST_ONCE;
    }

    @Override
    public Sink<DeadLetter> deadLetters(SimulatedProcess process) {
        throw new IllegalStateException("Records in memory have no raw form that a dead letter could carry");
    }

    @Override
    public List<SeenDeadLetter> seenDeadLetters() {
        return List.of();
    }

    @Override
    public Optional<String> disturb() {
        return Optional.empty();
    }

    @Override
    public Optional<String> spoilInput(boolean mayVanish) {
        return Optional.empty();
    }

    @Override
    public void calm() {
        // nothing goes wrong here
    }

    @Override
    public Optional<String> leftOpen() {
        return Optional.empty();
    }

    private record SeenAtOnce(SimulatedProcess process, List<Item> seen) implements SinkConnector<Item> {

        @Override
        public Optional<CommitLogProvider> commitLog() {
            return Optional.empty();
        }

        @Override
        public void check(String jobName) {
            // always writable
        }

        @Override
        public SinkWriter<Item> openWriter(SinkContext context) {
            return new Writer();
        }

        private final class Writer implements SinkWriter<Item> {

            @Override
            public boolean hasRoom() {
                return true;
            }

            @Override
            public void write(DataRecord element) {
                if (process.isAlive()) {
                    seen.add((Item) element.value());
                }
            }

            /** Written before the barrier means seen. */
            @Override
            public CompletionStage<Void> prepare(long checkpointId) {
                CompletableFuture<Void> prepared = new CompletableFuture<>();
                process.background().execute(() -> prepared.complete(null));
                return prepared;
            }

            @Override
            public void committed(long checkpointId) {
                // nothing waits for it
            }

            @Override
            public void aborted(long checkpointId) {
                // nothing waits for it
            }

            @Override
            public void close() {
                // nothing is open
            }
        }
    }
}
