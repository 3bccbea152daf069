package io.millrace.kafka;

import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.CommitLogProvider;

/**
 * Opens the commit logs of jobs on one cluster. Two providers are equal if their connections are.
 *
 * <p>Immutable.
 *
 * @param connection to the cluster
 */
record KafkaCommitLogProvider(Connection connection) implements CommitLogProvider {

    @Override
    public String clusterId() {
        try (ClusterAdmin admin = ClusterAdmin.open(connection, null)) {
            return admin.clusterId();
        }
    }

    @Override
    public String logName(String jobName) {
        return KafkaNames.commitTopic(connection.settings(), jobName);
    }

    @Override
    public CommitLog open(CommitLogContext context) {
        return KafkaCommitLog.open(connection, context);
    }
}
