package io.millrace.api;

/**
 * Runs pipelines. Found through {@link java.util.ServiceLoader}; millrace-core brings the one that runs them in this
 * process. It stands here and not among the other interfaces for implementers because {@link Pipeline#start} needs it.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface PipelineRunner {

    /**
     * Starts the pipeline and returns without waiting for it to run.
     *
     * @throws StartRefusedException if the pipeline or the options cannot work
     */
    Job start(Pipeline pipeline, JobOptions options);
}
