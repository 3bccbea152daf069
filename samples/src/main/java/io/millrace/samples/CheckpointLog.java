package io.millrace.samples;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs one line per committed checkpoint; of those that are given up the engine itself warns. Immutable. */
final class CheckpointLog implements JobListener {

    private static final Logger LOG = LoggerFactory.getLogger("word-count");

    @Override
    public void onCheckpoint(Job job, CheckpointReport report) {
        if (report.committed()) {
            LOG.info("{}", CheckpointLine.of(job.name(), report));
        }
    }
}
