package io.millrace.api;

/** The end of a stream in a pipeline that is being built. Not thread-safe. */
public final class Output {

    private final Pipeline pipeline;
    private final int step;

    Output(Pipeline pipeline, int step) {
        this.pipeline = pipeline;
        this.step = step;
    }

    /** Sets the number of tasks of the sink. */
    public Output parallelism(int tasks) {
        pipeline.replaceParallelism(step, tasks);
        return this;
    }

    /**
     * Says what follows when a record cannot be written: its bytes cannot be made, or the sink's topic does not take it.
     * Default: what {@link Pipeline#onRecordError} says.
     */
    public Output onRecordError(RecordErrorPolicy policy) {
        pipeline.replaceRecordErrors(step, policy);
        return this;
    }
}
