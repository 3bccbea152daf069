package io.millrace.integration.kafka;

import io.millrace.api.SerdeException;
import io.millrace.api.Source;
import io.millrace.element.Origin;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SourceSplit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Reads splits as the engine's task does, and keeps what was read. */
final class SourceTask<T> implements SourceOutput<T>, AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(200);
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final SourceReader<T> reader;
    private final List<T> values = new ArrayList<>();
    private final List<String> origins = new ArrayList<>();
    private int allowance;

    SourceTask(Source<T> source, String job, List<SourceSplit> splits) {
        this.reader =
                Connectors.source(source).openReader(TestOperator.of(job, "in").reader(0, 1, splits));
    }

    /** Reads until the input has ended. */
    SourceTask<T> readToEnd() throws Exception {
        return read(Integer.MAX_VALUE, () -> false);
    }

    /** Reads until {@code count} records have come, and not one more. */
    SourceTask<T> read(int count) throws Exception {
        return read(count - values.size(), () -> values.size() == count);
    }

    /** Reads until {@code condition} holds. */
    SourceTask<T> readUntil(BooleanSupplier condition) throws Exception {
        return read(Integer.MAX_VALUE, condition);
    }

    private SourceTask<T> read(int atMost, BooleanSupplier condition) throws Exception {
        allowance = atMost;
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            switch (reader.read(this)) {
                case END -> {
                    return this;
                }
                case IDLE -> reader.awaitInput(WAIT);
                case PROGRESS -> {}
            }
            if (System.nanoTime() - start > BOUND.toNanos()) {
                throw new AssertionError("Waited in vain; read " + values + ", stands at " + positions());
            }
        }
        return this;
    }

    List<T> values() {
        return values;
    }

    List<String> origins() {
        return origins;
    }

    List<SourceSplit> positions() {
        return reader.positions();
    }

    /** The offsets of the positions, by partition. */
    List<Long> offsets() {
        return positions().stream()
                .map(split -> Long.parseLong(split.position().get("offset")))
                .toList();
    }

    SourceReader<T> reader() {
        return reader;
    }

    @Override
    public boolean hasRoom() {
        return allowance > 0;
    }

    @Override
    public void failed(SerdeException error, long timestamp, Origin origin) {
        throw error;
    }

    @Override
    public void emit(T value, long timestamp, Origin origin) {
        allowance--;
        values.add(value);
        origins.add(origin.describe());
    }

    @Override
    public void close() throws Exception {
        reader.close();
    }
}
