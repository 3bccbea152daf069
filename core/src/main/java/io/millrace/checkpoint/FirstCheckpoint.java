package io.millrace.checkpoint;

import io.millrace.spi.CommitLog;
import io.millrace.spi.SourceSplit;
import io.millrace.time.Clock;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The checkpoint that a fresh start commits before the first record is read: where the sources begin, by number, and no
 * state. So every later recovery has a committed checkpoint to start from.
 *
 * <p>Immutable; {@link #commit} blocks.
 */
public final class FirstCheckpoint {

    private final CoordinatorSettings settings;
    private final CommitLog log;
    private final JobStorage storage;
    private final Clock clock;

    public FirstCheckpoint(CoordinatorSettings settings, CommitLog log, JobStorage storage, Clock clock) {
        this.settings = settings;
        this.log = log;
        this.storage = storage;
        this.clock = clock;
    }

    /**
     * Commit point: publishes the manifest, then commits it, under {@link CoordinatorSettings#firstCheckpointId}. The
     * coordinator's own settings must begin above that.
     *
     * @param positions the splits of each source, by uid
     * @return the committed manifest, to restore from
     */
    public Manifest commit(Map<String, List<SourceSplit>> positions) throws IOException {
        throw new UnsupportedOperationException("lands soon: " + settings + log + storage + clock + positions);
    }
}
