package io.millrace.checkpoint;

import io.millrace.api.CheckpointReport;

/** Is told what the coordinator decides. Every call is made on the coordinator's event loop and must not block. */
public interface CoordinatorListener {

    /** A checkpoint was committed; the tasks have been told. */
    void committed(CheckpointReport report, Manifest manifest);

    /** A checkpoint was given up; the tasks have been told, the job goes on. */
    void gaveUp(CheckpointReport report);

    /**
     * The final checkpoint is committed and all output is visible: the attempt's last call.
     *
     * @param drained whether all input was processed to its end; if not, {@link CheckpointCoordinator#finish} was called
     */
    void ended(boolean drained);

    /** The attempt must end; nothing more is decided here. The attempt's last call. */
    void failed(Throwable cause);
}
