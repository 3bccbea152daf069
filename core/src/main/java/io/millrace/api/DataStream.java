package io.millrace.api;

import static java.util.Objects.requireNonNull;

import io.millrace.api.step.ElementFunction;
import io.millrace.api.step.Input;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.api.step.StepOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream of records in a pipeline that is being built. Each method adds a step and returns the stream behind it; a
 * stream may be used several times.
 *
 * <p>A step has the parallelism of the step before it, unless {@link #parallelism} says otherwise; sources and steps
 * behind a shuffle or a union have the job's default.
 *
 * <p>Not thread-safe.
 *
 * @param <T> type of the records
 */
public final class DataStream<T> {

    private final Pipeline pipeline;
    private final List<Input> inputs;

    DataStream(Pipeline pipeline, List<Input> inputs) {
        this.pipeline = pipeline;
        this.inputs = inputs;
    }

    /** Turns each value into another. */
    public <R> DataStream<R> map(MapFunction<? super T, ? extends R> function) {
        requireNonNull(function, "function");
        return transform("map", (T value, Collector<R> out) -> out.emit(function.map(value)));
    }

    /** Keeps the values for which {@code function} says true. */
    public DataStream<T> filter(FilterFunction<? super T> function) {
        requireNonNull(function, "function");
        return transform("filter", (T value, Collector<T> out) -> {
            if (function.test(value)) {
                out.emit(value);
            }
        });
    }

    /** Turns each value into any number of values. */
    public <R> DataStream<R> flatMap(FlatMapFunction<? super T, ? extends R> function) {
        requireNonNull(function, "function");
        return transform("flatMap", (T value, Collector<R> out) -> {
            for (R result : function.flatMap(value)) {
                out.emit(result);
            }
        });
    }

    /**
     * Groups the records by key: records with the same key are processed by the same task, in order.
     *
     * @param selector tells the key of a value
     * @param serde how keys are written; its type must compare by content
     */
    public <K> KeyedStream<K, T> keyBy(KeySelector<? super T, K> selector, Serde<K> serde) {
        requireNonNull(selector, "selector");
        KeyTypes.requireFit(serde);
        return new KeyedStream<>(pipeline, routed(new Routing.ByKey<>(selector, serde)));
    }

    /** Merges this stream with others of its type; order is kept per stream only. */
    @SafeVarargs
    public final DataStream<T> union(DataStream<T>... others) {
        List<Input> all = new ArrayList<>(inputs);
        for (DataStream<T> other : others) {
            if (other.pipeline != pipeline) {
                throw new IllegalArgumentException("A stream of pipeline '" + other.pipeline.name()
                        + "' cannot be merged into pipeline '" + pipeline.name() + "'");
            }
            all.addAll(other.inputs);
        }
        return new DataStream<>(pipeline, List.copyOf(all));
    }

    /** Spreads the records evenly over the tasks of the next step; order is kept per pair of tasks only. */
    public DataStream<T> rebalance() {
        return new DataStream<>(pipeline, routed(new Routing.Rebalance()));
    }

    /** Hands each record to every task of the next step. */
    public DataStream<T> broadcast() {
        return new DataStream<>(pipeline, routed(new Routing.Broadcast()));
    }

    /** Sets the number of tasks of the step that this stream comes from. */
    public DataStream<T> parallelism(int tasks) {
        pipeline.replaceParallelism(onlyStep("parallelism"), tasks);
        return this;
    }

    /**
     * Says what follows when the step that this stream comes from fails on one record: a source on reading it, an operator
     * in its function or in the key selector before it. Default: what {@link Pipeline#onRecordError} says.
     */
    public DataStream<T> onRecordError(RecordErrorPolicy policy) {
        pipeline.replaceRecordErrors(onlyStep("onRecordError"), policy);
        return this;
    }

    private int onlyStep(String setting) {
        if (inputs.size() != 1 || !(inputs.get(0).routing() instanceof Routing.Forward)) {
            throw new IllegalArgumentException(
                    "Call " + setting + " right behind the step that it is for, not behind union or routing");
        }
        return inputs.get(0).from();
    }

    /**
     * Writes the records.
     *
     * @param uid stable name of the sink
     * @param sink where they go
     */
    public Output to(String uid, Sink<? super T> sink) {
        requireNonNull(sink, "sink");
        pipeline.requireUid(uid);
        DataStream<T> end = pipeline.add(id -> new Step.SinkStep(id, uid, inputs, StepOptions.NONE, sink));
        return new Output(pipeline, end.inputs.get(0).from());
    }

    private <R> DataStream<R> transform(String kind, ElementFunction<T, R> function) {
        String name = pipeline.generatedName(kind);
        return pipeline.add(id -> new Step.TransformStep(id, name, inputs, StepOptions.NONE, function));
    }

    private List<Input> routed(Routing routing) {
        return inputs.stream().map(input -> new Input(input.from(), routing)).toList();
    }
}
