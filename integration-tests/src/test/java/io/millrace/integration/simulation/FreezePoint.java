package io.millrace.integration.simulation;

import io.millrace.integration.simulation.FreezingStorage.Call;

/** The call of the storage before which a process is frozen. */
enum FreezePoint {
    ANY,

    /** What it goes by when it decides to delete: others may go on before it looks. */
    LIST_AFTER_COMMIT,

    /** Its manifest may come late. */
    MANIFEST,

    /** Its entry of the commit log may come late. */
    LOG_SLOT;

    /** @param hasCommitted whether the process has committed a checkpoint */
    boolean isAt(Call call, String path, boolean hasCommitted) {
        return switch (this) {
            case ANY -> true;
            case LIST_AFTER_COMMIT -> hasCommitted && call == Call.LIST && path.endsWith("/checkpoints");
            case MANIFEST -> call == Call.CREATE && path.endsWith(ManifestFiles.MANIFEST);
            case LOG_SLOT -> call == Call.CREATE && path.contains("/log/");
        };
    }
}
