package io.millrace.kafka;

import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.CommitLogProvider;
import io.millrace.time.Clock;

/**
 * Opens the commit logs of jobs on one cluster. Two providers are equal if their connections are.
 *
 * <p>Immutable.
 *
 * @param settings the connection
 */
record KafkaCommitLogProvider(ClientSettings settings) implements CommitLogProvider {

    @Override
    public String clusterId() {
        try (ClusterAdmin admin = ClusterAdmin.open(settings, null, Clock.system())) {
            return admin.clusterId();
        }
    }

    @Override
    public CommitLog open(CommitLogContext context) {
        return KafkaCommitLog.open(settings, context, Clock.system());
    }
}
