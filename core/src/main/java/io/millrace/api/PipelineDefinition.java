package io.millrace.api;

/**
 * A pipeline as a class, which any machine can build again. Needs a public constructor without arguments.
 *
 * <p>The same configuration must give the same pipeline.
 */
@FunctionalInterface
public interface PipelineDefinition {

    /**
     * Adds the sources, operators and sinks.
     *
     * @param pipeline empty
     * @param config settings of this deployment
     */
    void define(Pipeline pipeline, Config config);
}
