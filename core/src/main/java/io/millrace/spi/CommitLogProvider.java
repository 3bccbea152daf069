package io.millrace.spi;

/**
 * Opens the commit log of a job on one cluster. Connectors' sources and sinks offer it.
 *
 * <p>Thread-safe.
 */
public interface CommitLogProvider {

    /**
     * Identifies the cluster; all sinks of a job must be on the same one. Asks the cluster, so it may block, bounded.
     *
     * @throws io.millrace.api.StartRefusedException if the cluster cannot be reached or the settings do not work
     */
    String clusterId();

    /** Names the log that a job has on the cluster; all sinks of a job must mean the same one. Does not block. */
    String logName(String jobName);

    /** Opens the log for one attempt. Changes nothing on the cluster yet, except that a missing log may be created. */
    CommitLog open(CommitLogContext context);
}
