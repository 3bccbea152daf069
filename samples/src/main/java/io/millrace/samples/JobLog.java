package io.millrace.samples;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs one line per checkpoint, change of state and restart. Immutable. */
final class JobLog implements JobListener {

    private static final Logger LOG = LoggerFactory.getLogger("word-count");

    @Override
    public void onCheckpoint(Job job, CheckpointReport report) {
        if (report.committed()) {
            LOG.info("{}", CheckpointLine.of(job.name(), report));
        } else {
            LOG.warn("{}", CheckpointLine.of(job.name(), report));
        }
    }

    @Override
    public void onStateChange(Job job, JobState from, JobState to) {
        LOG.info("{}: {}, was {}", job.name(), to, from);
    }

    @Override
    public void onRestart(Job job, Throwable reason) {
        LOG.warn("{}: an attempt ended, the next one follows: {}", job.name(), reason.toString());
    }
}
