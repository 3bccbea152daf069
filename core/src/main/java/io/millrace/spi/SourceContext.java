package io.millrace.spi;

/**
 * What a source may know of its job.
 *
 * @param jobName name of the job
 * @param uid uid of the source
 */
public record SourceContext(String jobName, String uid) {}
