package io.millrace.api.step;

import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import java.util.List;
import java.util.function.Supplier;

/**
 * One step of a pipeline as the user wrote it, for runners to read.
 *
 * <p>Immutable.
 */
public sealed interface Step {

    /** Position of the step in {@code Pipeline.steps()}; inputs refer to it. Not stable between versions of a pipeline. */
    int id();

    /** The uid that the user gave; for stateless steps a generated name that nothing is stored under. */
    String name();

    /** Where its records come from; empty for a source. */
    List<Input> inputs();

    /** What the user asked of it. */
    StepOptions options();

    /** The same step with other options. */
    Step withOptions(StepOptions options);

    /** Hands this step to the reader's method for its kind, so that a new kind breaks the build wherever it matters. */
    <R> R read(Reader<R> reader);

    /** Answers something about a step, by kind. */
    interface Reader<R> {

        R source(SourceStep step);

        R transform(TransformStep step);

        R keyedProcess(KeyedProcessStep step);

        R sink(SinkStep step);
    }

    /** Reads records. */
    record SourceStep(int id, String name, StepOptions options, Source<?> source) implements Step {

        @Override
        public List<Input> inputs() {
            return List.of();
        }

        @Override
        public SourceStep withOptions(StepOptions other) {
            return new SourceStep(id, name, other, source);
        }

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.source(this);
        }
    }

    /** A stateless function: map, filter, flatMap. */
    record TransformStep(int id, String name, List<Input> inputs, StepOptions options, ElementFunction<?, ?> function)
            implements Step {

        public TransformStep {
            inputs = List.copyOf(inputs);
        }

        @Override
        public TransformStep withOptions(StepOptions other) {
            return new TransformStep(id, name, inputs, other, function);
        }

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.transform(this);
        }
    }

    /** A function with state per key; all its inputs are routed by the same key. */
    record KeyedProcessStep(
            int id,
            String name,
            List<Input> inputs,
            StepOptions options,
            Supplier<? extends KeyedProcessFunction<?, ?, ?>> function)
            implements Step {

        public KeyedProcessStep {
            inputs = List.copyOf(inputs);
        }

        @Override
        public KeyedProcessStep withOptions(StepOptions other) {
            return new KeyedProcessStep(id, name, inputs, other, function);
        }

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.keyedProcess(this);
        }
    }

    /** Writes records. */
    record SinkStep(int id, String name, List<Input> inputs, StepOptions options, Sink<?> sink) implements Step {

        public SinkStep {
            inputs = List.copyOf(inputs);
        }

        @Override
        public SinkStep withOptions(StepOptions other) {
            return new SinkStep(id, name, inputs, other, sink);
        }

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.sink(this);
        }
    }
}
