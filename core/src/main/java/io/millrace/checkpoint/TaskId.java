package io.millrace.checkpoint;

/**
 * Names a task within an attempt.
 *
 * @param name name of the chain of operators, made of their uids and names
 * @param subtask index among the parallel tasks of the chain, from 0
 */
public record TaskId(String name, int subtask) {

    @Override
    public String toString() {
        return name + "[" + subtask + "]";
    }
}
