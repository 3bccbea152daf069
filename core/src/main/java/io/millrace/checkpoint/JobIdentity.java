package io.millrace.checkpoint;

import java.util.UUID;

/**
 * What a job is called, and what tells it from any other job and storage of the same name.
 *
 * @param jobName name of the job
 * @param jobId chosen at random when the job starts for the first time
 * @param storageId chosen at random when the job's folder in the storage is made
 */
public record JobIdentity(String jobName, UUID jobId, UUID storageId) {}
