package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Collector;
import io.millrace.api.DataStream;
import io.millrace.api.DeadLetter;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.Pipeline;
import io.millrace.api.ProcessContext;
import io.millrace.api.RecordErrorPolicy;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.element.RawRecord;
import io.millrace.serde.Serdes;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job whose steps fail on some of its records, in processes that are killed: R15. */
class DeadLetterSimulationTest {

    private static final long MAX_STEPS = 3_000_000;

    /** The step that fails on an item. */
    private enum Poison {
        NONE,
        LINES,
        MAP,
        KEY,
        COUNTS,
        OUT
    }

    /** What the source reads; its text is what dead letters carry. */
    private record Item(int id, int key, Poison poison) {}

    /** What a good item leads to: how many good items of its key came before it, itself included. */
    private record Counted(Item item, long count) {}

    /** What passed the map function, written by the task of the source. */
    private record Passed(int id) {}

    private final TestLog log = new TestLog();
    private final List<Item> items = new ArrayList<>();
    private SimulatedJob newest;

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldWriteEachPoisonRecordOnceToDeadLettersWhenProcessesAreKilled(long seed) {
        // given
        SeededScheduler world = new SeededScheduler(seed);
        Random random = world.random();
        Poison skipped = Poison.values()[random.nextInt(Poison.values().length)];
        Pipeline pipeline = pipeline(random, skipped);
        JobOptions options = JobOptions.storage("memory:poison").parallelism(1 + random.nextInt(3));
        var files = CheckpointStorages.open(URI.create("memory:dead-letters-" + UUID.randomUUID()));
        SimulatedJobs jobs = new SimulatedJobs(world, pipeline, options, files);

        // when
        for (int kill = 0; kill < 4; kill++) {
            newest = jobs.start();
            long killAt = world.steps() + random.nextInt(3000);
            world.runUntil(() -> world.steps() >= killAt || newest.hasEnded(), MAX_STEPS);
            newest.process().kill();
        }
        newest = jobs.start();
        world.runUntil(newest::hasEnded, MAX_STEPS);

        // then
        assertThat(newest.job().failure()).isEmpty();
        assertThat(newest.state()).isEqualTo(JobState.FINISHED);
        assertThat(deadLetters()).containsExactlyInAnyOrderElementsOf(expectedDeadLetters(skipped));
        assertThat(counted())
                .containsExactlyInAnyOrderElementsOf(
                        itemsWithout(Poison.LINES, Poison.MAP, Poison.KEY, Poison.COUNTS, Poison.OUT));
        assertThat(passed()).containsExactlyInAnyOrderElementsOf(itemsWithout(Poison.LINES, Poison.MAP));
    }

    private Pipeline pipeline(Random random, Poison skipped) {
        TestSource<Item> source =
                TestSource.<Item>bounded(1 + random.nextInt(20)).unreadable(item -> item.poison() == Poison.LINES);
        fill(source, random);
        Executor acknowledgements = work -> newest.process().background().execute(work);
        int holdsAtMost = 1 + random.nextInt(100);
        Pipeline pipeline = Pipeline.named("poison")
                .onRecordError(RecordErrorPolicy.deadLetter(
                        "dead", new TestSink<DeadLetter>(log, holdsAtMost, acknowledgements)));
        DataStream<Item> lines =
                skip(pipeline.from("lines", source).parallelism(1 + random.nextInt(3)), skipped == Poison.LINES);
        DataStream<Item> mapped = skip(lines.map(item -> failOn(item, Poison.MAP)), skipped == Poison.MAP);
        mapped.map(item -> new Passed(item.id()))
                .to(
                        "passed",
                        new TestSink<Passed>(log, holdsAtMost, acknowledgements)
                                .writingTo(value -> ((Passed) value).id() % 5));
        DataStream<Counted> counts = skip(
                mapped.keyBy(item -> Integer.toString(failOn(item, Poison.KEY).key()), Serdes.string())
                        .process("counts", Counter::new)
                        .parallelism(1 + random.nextInt(3)),
                skipped == Poison.COUNTS || skipped == Poison.KEY);
        var out = counts.to(
                "out",
                new TestSink<Counted>(log, holdsAtMost, acknowledgements)
                        .writingTo(value -> ((Counted) value).item().key())
                        .refusing(value -> ((Counted) value).item().poison() == Poison.OUT));
        if (skipped == Poison.OUT) {
            out.onRecordError(RecordErrorPolicy.skip());
        }
        return pipeline;
    }

    private static <T> DataStream<T> skip(DataStream<T> stream, boolean yes) {
        return yes ? stream.onRecordError(RecordErrorPolicy.skip()) : stream;
    }

    private void fill(TestSource<Item> source, Random random) {
        int splits = 1 + random.nextInt(4);
        for (int split = 0; split < splits; split++) {
            source.splits().put("split-" + split, new ArrayList<>());
            int count = random.nextInt(150);
            for (int i = 0; i < count; i++) {
                Poison poison =
                        random.nextInt(4) > 0 ? Poison.NONE : Poison.values()[random.nextInt(Poison.values().length)];
                Item item = new Item(items.size(), random.nextInt(8), poison);
                items.add(item);
                source.append("split-" + split, item);
            }
        }
    }

    private static Item failOn(Item item, Poison poison) {
        if (item.poison() == poison) {
            throw new IllegalArgumentException("poison " + item.id());
        }
        return item;
    }

    private List<String> deadLetters() {
        return log.visible().stream()
                .filter(DeadLetter.class::isInstance)
                .map(DeadLetter.class::cast)
                .map(letter -> letter.operator() + " " + text(letter.original().orElseThrow()))
                .toList();
    }

    private static String text(RawRecord raw) {
        return new String(raw.value(), StandardCharsets.UTF_8);
    }

    private List<String> expectedDeadLetters(Poison skipped) {
        boolean keyedIsSkipped = skipped == Poison.COUNTS || skipped == Poison.KEY;
        return items.stream()
                .filter(item -> item.poison() != Poison.NONE && item.poison() != skipped)
                .filter(item -> !keyedIsSkipped || (item.poison() != Poison.COUNTS && item.poison() != Poison.KEY))
                .map(item -> operatorOf(item.poison()) + " " + item)
                .toList();
    }

    private static String operatorOf(Poison poison) {
        return switch (poison) {
            case NONE -> throw new IllegalArgumentException("fails nowhere");
            case LINES -> "lines";
            case MAP -> "map-1";
            case KEY, COUNTS -> "counts";
            case OUT -> "out";
        };
    }

    private List<Integer> counted() {
        return log.visible().stream()
                .filter(Counted.class::isInstance)
                .map(value -> ((Counted) value).item().id())
                .toList();
    }

    private List<Integer> passed() {
        return log.visible().stream()
                .filter(Passed.class::isInstance)
                .map(value -> ((Passed) value).id())
                .toList();
    }

    private List<Integer> itemsWithout(Poison... poisons) {
        return items.stream()
                .filter(item -> !List.of(poisons).contains(item.poison()))
                .map(Item::id)
                .toList();
    }

    private static final class Counter implements KeyedProcessFunction<String, Item, Counted> {

        private static final ValueStateSpec<Long> COUNT = StateSpec.value("count", Serdes.longs());

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void process(Item item, ProcessContext<String> context, Collector<Counted> out) {
            failOn(item, Poison.COUNTS);
            ValueState<Long> state = context.state(COUNT);
            Long before = state.value();
            long count = before == null ? 1 : before + 1;
            state.update(count);
            out.emit(new Counted(item, count));
        }
    }
}
