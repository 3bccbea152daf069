package io.millrace.checkpoint;

import java.util.List;

/** All tasks of an attempt, to be written to together. Immutable, thread-safe. */
record Participants(List<Participant> tasks) {

    Participants {
        tasks = List.copyOf(tasks);
    }

    List<TaskId> ids() {
        return tasks.stream().map(Participant::id).toList();
    }

    void trigger(long checkpointId, boolean pause) {
        for (Participant task : tasks) {
            if (task.isSource()) {
                task.trigger(checkpointId, pause);
            }
        }
    }

    void resume() {
        for (Participant task : tasks) {
            if (task.isSource()) {
                task.resume();
            }
        }
    }

    void committed(long checkpointId) {
        tasks.forEach(task -> task.committed(checkpointId));
    }

    void aborted(long checkpointId) {
        tasks.forEach(task -> task.aborted(checkpointId));
    }
}
