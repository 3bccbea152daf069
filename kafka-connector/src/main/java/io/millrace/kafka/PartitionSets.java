package io.millrace.kafka;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Sets of partitions, in an order for people. */
final class PartitionSets {

    static final Comparator<TopicPartition> BY_NAME =
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    private PartitionSets() {}

    static Set<TopicPartition> without(Set<TopicPartition> all, Set<TopicPartition> some) {
        Set<TopicPartition> rest = new TreeSet<>(BY_NAME);
        rest.addAll(all);
        rest.removeAll(some);
        return rest;
    }

    /** The partitions of topics, each with the id of its topic. */
    static Map<TopicPartition, Uuid> ofTopics(Collection<TopicDescription> topics) {
        Map<TopicPartition, Uuid> partitions = new LinkedHashMap<>();
        topics.forEach(topic -> topic.partitions()
                .forEach(each -> partitions.put(new TopicPartition(topic.name(), each.partition()), topic.topicId())));
        return partitions;
    }

    /** The topics of partitions. */
    static Set<String> topicsOf(Set<TopicPartition> partitions) {
        Set<String> topics = new TreeSet<>();
        partitions.forEach(partition -> topics.add(partition.topic()));
        return topics;
    }
}
