package io.millrace.runtime;

import io.millrace.api.Collector;
import io.millrace.api.DataStream;
import io.millrace.api.JobOptions;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.Pipeline;
import io.millrace.api.ProcessContext;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * A job that counts keys, of a shape and with data drawn from a seed, and what its results have to be.
 *
 * @param pipeline the job
 * @param options its options
 * @param source where its lines come from
 * @param shape how its steps are connected
 * @param sinks how many sinks get every count
 */
record CountingJob(Pipeline pipeline, JobOptions options, TestSource<CountingJob.Line> source, Shape shape, int sinks) {

    /** What a split holds. */
    record Line(List<String> keys) {}

    /** A key's new count. */
    record Count(String sink, String key, long count) {}

    /** How the steps are connected. */
    enum Shape {
        STRAIGHT(1, true),
        UNION_OF_BRANCHES(2, true),
        DIAMOND_WITH_REBALANCE(2, true),
        BROADCAST(2, true),
        TWO_SHUFFLES(1, true),
        UNCHAINED_SINK(1, false);

        /** How often each key of a line is counted. */
        private final int copies;

        /** Whether the output shows the counts of a key in their order. */
        private final boolean ordered;

        Shape(int copies, boolean ordered) {
            this.copies = copies;
            this.ordered = ordered;
        }

        int copies() {
            return copies;
        }

        boolean isOrdered() {
            return ordered;
        }
    }

    static CountingJob draw(Random random, TestLog log, Executor acknowledgements) {
        return draw(random, log, acknowledgements, TestSource.bounded(1 + random.nextInt(20)));
    }

    /** A job over a source that is filled here. */
    static CountingJob draw(Random random, TestLog log, Executor acknowledgements, TestSource<Line> source) {
        Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
        fill(source, random);
        Pipeline pipeline = Pipeline.named("counting");
        int sinks = 1 + random.nextInt(2);
        int holdsAtMost = 1 + random.nextInt(100);
        DataStream<Line> lines = pipeline.from("lines", source).parallelism(1 + random.nextInt(4));
        DataStream<Count> counts = keys(lines, shape, random)
                .keyBy(key -> key, Serdes.string())
                .process("counts", Counter::new)
                .parallelism(1 + random.nextInt(4));
        if (shape == Shape.UNCHAINED_SINK) {
            counts = counts.rebalance();
        }
        for (int i = 0; i < sinks; i++) {
            String uid = "out-" + i;
            counts.map(count -> new Count(uid, count.key(), count.count()))
                    .to(uid, new TestSink<>(log, holdsAtMost, acknowledgements));
        }
        JobOptions options = JobOptions.storage("memory:counting")
                .parallelism(1 + random.nextInt(3))
                .keyGroups(4 + random.nextInt(12))
                .bufferTimeout(random.nextBoolean() ? Duration.ofNanos(1) : Duration.ofMillis(10));
        return new CountingJob(pipeline, options, source, shape, sinks);
    }

    private static void fill(TestSource<Line> source, Random random) {
        int splits = 1 + random.nextInt(5);
        int keys = 1 + random.nextInt(12);
        for (int split = 0; split < splits; split++) {
            source.splits().put("split-" + split, new ArrayList<>());
            int lines = random.nextInt(60);
            for (int line = 0; line < lines; line++) {
                boolean burst = random.nextInt(100) == 0;
                int words = burst ? 3000 : random.nextInt(5);
                List<String> drawn = new ArrayList<>();
                for (int word = 0; word < words; word++) {
                    drawn.add("key-" + random.nextInt(keys));
                }
                source.append("split-" + split, new Line(drawn));
            }
        }
    }

    private static DataStream<String> keys(DataStream<Line> lines, Shape shape, Random random) {
        int parallelism = 1 + random.nextInt(4);
        return switch (shape) {
            case STRAIGHT, UNCHAINED_SINK -> lines.flatMap(Line::keys);
            case UNION_OF_BRANCHES ->
                lines.flatMap(Line::keys).union(lines.map(line -> line).flatMap(Line::keys));
            case DIAMOND_WITH_REBALANCE ->
                lines.flatMap(Line::keys)
                        .union(lines.rebalance().flatMap(Line::keys).parallelism(parallelism))
                        .map(key -> key)
                        .parallelism(parallelism);
            case BROADCAST -> lines.broadcast().flatMap(Line::keys).parallelism(2);
            case TWO_SHUFFLES ->
                lines.flatMap(Line::keys)
                        .keyBy(key -> key + "?", Serdes.string())
                        .process("first", Counter::new)
                        .parallelism(parallelism)
                        .map(Count::key);
        };
    }

    /** The counts when each split is processed up to the given position. */
    Map<String, Long> countsAt(Map<String, Integer> positions) {
        Map<String, Long> counts = new TreeMap<>();
        source.splits().forEach((split, lines) -> {
            for (Line line : lines.subList(0, positions.getOrDefault(split, 0))) {
                line.keys().forEach(key -> counts.merge(key, (long) shape.copies(), Long::sum));
            }
        });
        return counts;
    }

    /** The counts at the end. */
    Map<String, Long> finalCounts() {
        Map<String, Integer> ends = new TreeMap<>();
        source.splits().forEach((split, lines) -> ends.put(split, lines.size()));
        return countsAt(ends);
    }

    private static final class Counter implements KeyedProcessFunction<String, String, Count> {

        private static final ValueStateSpec<Long> COUNT = StateSpec.value("count", Serdes.longs());

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void process(String value, ProcessContext<String> context, Collector<Count> out) {
            ValueState<Long> state = context.state(COUNT);
            Long before = state.value();
            long count = before == null ? 1 : before + 1;
            state.update(count);
            out.emit(new Count("", value, count));
        }
    }
}
