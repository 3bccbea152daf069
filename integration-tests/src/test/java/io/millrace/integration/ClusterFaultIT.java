package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Job;
import io.millrace.testkit.KafkaProcesses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers, three replicas of which two must be in sync: any one broker may die at any time. */
class ClusterFaultIT {

    private static final String TRANSACTION_LOG = "__transaction_state";

    private static KafkaProcesses kafka;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = KafkaProcesses.start(3);
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    private static TopicDescription describe(String topic) throws Exception {
        return kafka.admin()
                .describeTopics(List.of(topic))
                .allTopicNames()
                .get(30, TimeUnit.SECONDS)
                .get(topic);
    }

    /** The partition of the transaction log that a transactional id belongs to. */
    private static int partitionOf(String transactionalId) throws Exception {
        return Utils.abs(transactionalId.hashCode())
                % describe(TRANSACTION_LOG).partitions().size();
    }

    @Test
    void shouldCountExactlyOnceWhenLeadersOfAllThatMattersDieInTurn() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(3);
            String transactionalId = "millrace-" + scenario.job();
            int ofTransaction = partitionOf(transactionalId);
            assertThat(describe(transactionalId + "-commits").partitions())
                    .singleElement()
                    .satisfies(partition -> assertThat(partition.replicas()).hasSize(3));
            Map<String, IntSupplier> leaders = new LinkedHashMap<>();
            leaders.put("output", () -> kafka.leaderOf(scenario.output(0), 0));
            leaders.put("transaction log", () -> kafka.leaderOf(TRANSACTION_LOG, ofTransaction));
            leaders.put("commit topic", () -> kafka.leaderOf(transactionalId + "-commits", 0));

            for (Map.Entry<String, IntSupplier> leader : leaders.entrySet()) {
                // when
                kafka.awaitInSync();
                int node = leader.getValue().getAsInt();
                kafka.kill(node);

                // then
                log.awaitMoreCommitted(3);
                scenario.assertExactSoFar();
                kafka.restart(node);
            }
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
            assertThat(job.failure()).as("the job never ended").isEmpty();
        }
    }
}
