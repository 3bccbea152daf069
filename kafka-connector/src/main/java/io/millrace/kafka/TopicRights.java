package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/** Says which right is missing, and the command that gives it. */
final class TopicRights {

    private TopicRights() {}

    /**
     * Checks a right before it is needed.
     *
     * @throws StartRefusedException if the brokers say that this user does not have it
     */
    static void require(ClusterAdmin admin, TopicDescription topic, AclOperation operation) {
        if (!allow(topic, operation)) {
            throw new StartRefusedException("This user may not "
                    + operation.name().toLowerCase(Locale.ROOT) + " topic '" + topic.name() + "' of Kafka at "
                    + admin.bootstrapServers() + ", only " + topic.authorizedOperations() + ". "
                    + forTopic(admin, topic.name(), operation));
        }
    }

    /** Whether this user may do that, as far as the brokers say. */
    static boolean allow(TopicDescription topic, AclOperation operation) {
        @Nullable Set<AclOperation> allowed = topic.authorizedOperations();
        return allowed == null || allowed.isEmpty() || allowed.contains(operation);
    }

    /**
     * Asks something about topics.
     *
     * @param topics which
     * @param needed what is going to be done with them
     * @throws StartRefusedException if this user may not even ask
     */
    static <T> T explained(ClusterAdmin admin, Collection<String> topics, AclOperation needed, Supplier<T> question) {
        try {
            return question.get();
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TopicAuthorizationException) {
                throw new StartRefusedException(
                        e.getMessage() + ". " + forTopic(admin, String.join(" --topic ", topics), needed), e);
            }
            throw e;
        }
    }

    static String forTopic(ClusterAdmin admin, String topic, AclOperation... operations) {
        StringBuilder command = new StringBuilder(command(admin));
        for (AclOperation operation : operations) {
            command.append(" --operation ").append(name(operation));
        }
        return command.append(" --topic ").append(topic).toString();
    }

    static String forTransactionalId(ClusterAdmin admin, String transactionalId) {
        return command(admin) + " --operation Write --operation Describe --transactional-id " + transactionalId;
    }

    private static String command(ClusterAdmin admin) {
        return "Let somebody give the right: kafka-acls.sh --bootstrap-server " + admin.bootstrapServers()
                + " --add --allow-principal User:<name of this user>";
    }

    /** As the command line tools spell it. */
    private static String name(AclOperation operation) {
        StringBuilder name = new StringBuilder();
        for (String word : operation.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
