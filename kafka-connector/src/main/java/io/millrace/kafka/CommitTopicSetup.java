package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sure that a job's commit topic exists, may be used, and keeps what it must. */
final class CommitTopicSetup {

    private static final Logger log = LoggerFactory.getLogger(CommitTopicSetup.class);

    private final ClusterAdmin admin;
    private final String topic;

    CommitTopicSetup(ClusterAdmin admin, String topic) {
        this.admin = admin;
        this.topic = topic;
    }

    /**
     * Makes the topic if it is missing.
     *
     * @throws StartRefusedException if it is not as it must be, or may not be made or used
     */
    void ensure() {
        int brokers = admin.call("ask for the brokers", AdminCalls::brokers).size();
        CommitTopicPlan plan = new CommitTopicPlan(admin.bootstrapServers(), topic, brokers);
        TopicDescription found = describe(plan, Duration.ZERO);
        if (found == null) {
            create(plan);
            found = describe(plan, admin.bound());
        }
        if (found == null) {
            throw new AttemptFailedException("The commit topic '" + topic + "' was made on Kafka at "
                    + admin.bootstrapServers() + ", but cannot be seen within " + Durations.text(admin.bound()));
        }
        plan.requireOnePartition(found);
        TopicRights.require(admin, found, AclOperation.READ);
        TopicRights.require(admin, found, AclOperation.WRITE);
        check(plan, found);
    }

    private @Nullable TopicDescription describe(CommitTopicPlan plan, Duration patience) {
        try {
            return admin.topics(List.of(topic), patience).get(topic);
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TopicAuthorizationException) {
                throw new StartRefusedException(
                        e.getMessage() + ". This user may not even see whether the commit topic exists. "
                                + TopicRights.forTopic(
                                        admin,
                                        topic,
                                        AclOperation.DESCRIBE,
                                        AclOperation.READ,
                                        AclOperation.WRITE,
                                        AclOperation.DESCRIBE_CONFIGS)
                                + " and, if it does not exist, make it: " + plan.createCommand(),
                        e);
            }
            throw e;
        }
    }

    private void create(CommitTopicPlan plan) {
        try {
            admin.run("make the commit topic '" + topic + "'", client -> client.createTopic(plan.toNewTopic()));
            log.info("Made commit topic {}", topic);
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return; // somebody was quicker
            }
            throw new StartRefusedException(
                    e.getMessage() + ". If this user may not make topics, let somebody else do it: "
                            + plan.createCommand(),
                    e);
        }
    }

    private void check(CommitTopicPlan plan, TopicDescription found) {
        Optional<Config> config = config();
        if (config.isPresent()) {
            plan.requireKept(found, config.get());
            plan.risks(found, config.get()).forEach(risk -> log.warn("Commit topic {}: {}", topic, risk));
        }
    }

    private Optional<Config> config() {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            return Optional.of(admin.call(
                    "ask for the settings of the commit topic '" + topic + "'",
                    client -> client.describeConfig(resource)));
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TopicAuthorizationException) {
                log.warn("Not allowed to see whether commit topic {} is compacted; it must be", topic);
                return Optional.empty();
            }
            throw e;
        }
    }
}
