package io.millrace.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;

/** A topic of the simulated cluster. One that is created again under the same name is another object with another id. */
final class SimulatedTopic {

    private final String name;
    private final Uuid id;
    private final Map<String, String> config = new TreeMap<>();
    private final List<SimulatedPartition> partitions = new ArrayList<>();

    SimulatedTopic(String name, Uuid id, Map<String, String> config) {
        this.name = name;
        this.id = id;
        this.config.put("cleanup.policy", "delete");
        this.config.put("max.message.bytes", "1048588");
        this.config.putAll(config);
    }

    Uuid id() {
        return id;
    }

    Map<String, String> config() {
        return config;
    }

    List<SimulatedPartition> partitions() {
        return partitions;
    }

    TopicDescription describe(Node leader) {
        List<TopicPartitionInfo> infos = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            infos.add(new TopicPartitionInfo(i, leader, List.of(leader), List.of(leader)));
        }
        return new TopicDescription(name, false, infos, java.util.Set.of(), id);
    }
}
