package io.millrace.operator;

import io.millrace.checkpoint.TaskId;

/**
 * Names an operator in its task.
 *
 * @param jobName name of the job
 * @param uid its uid, or generated name
 * @param task the task that it runs in
 */
public record OperatorId(String jobName, String uid, TaskId task) {}
