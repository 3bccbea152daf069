package io.millrace.kafka;

import io.millrace.spi.OperatorContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves out topics that a source came upon by a pattern, and that this user may not read. Each is named in the log once,
 * and in the job's health as long as it is so; its partitions are taken, from their beginning, by the first look after the
 * right was given.
 *
 * <p>One call at a time.
 */
final class ReadableTopics {

    private static final Logger log = LoggerFactory.getLogger(ReadableTopics.class);
    private static final String CONDITION = "no right to read";

    private final ClusterAdmin admin;
    private final OperatorContext operator;
    private final boolean mayLeaveOut;
    private final Set<String> told = new HashSet<>();

    /** @param mayLeaveOut whether what is left out can be taken later; if not it is refused */
    ReadableTopics(ClusterAdmin admin, OperatorContext operator, boolean mayLeaveOut) {
        this.admin = admin;
        this.operator = operator;
        this.mayLeaveOut = mayLeaveOut;
    }

    /**
     * Returns those of the topics that are to be read.
     *
     * @param known topics that have been read, which cannot be left out
     * @throws io.millrace.api.StartRefusedException if the right is missing for a topic that cannot be left out
     */
    Map<String, TopicDescription> among(Map<String, TopicDescription> topics, Collection<String> known) {
        Map<String, TopicDescription> readable = new HashMap<>(topics);
        Set<String> leftOut = new TreeSet<>();
        topics.forEach((name, topic) -> {
            if (TopicRights.allow(topic, AclOperation.READ)) {
                return;
            }
            if (!mayLeaveOut || known.contains(name)) {
                TopicRights.require(admin, topic, AclOperation.READ);
            }
            leftOut.add(name);
        });
        readable.keySet().removeAll(leftOut);
        tell(leftOut);
        return readable;
    }

    private void tell(Set<String> leftOut) {
        if (leftOut.isEmpty()) {
            operator.health().resolve(CONDITION);
            return;
        }
        String what = "Topics " + leftOut + " match, but this user may not read them, so that they are left out. "
                + TopicRights.forTopic(admin, String.join(" --topic ", leftOut), AclOperation.READ);
        if (told.addAll(leftOut)) {
            log.warn("Source {}: {}", operator.uid(), what);
        }
        operator.health().report(CONDITION, what);
    }
}
