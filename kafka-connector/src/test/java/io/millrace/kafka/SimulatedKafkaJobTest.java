package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.JobListener;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.api.RestartStrategy;
import io.millrace.runtime.SimulatedJob;
import io.millrace.serde.Serdes;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedDisk;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.state.HeapStateBackend;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole jobs over the real connector and a simulated cluster, in processes that die, freeze, and take over. */
class SimulatedKafkaJobTest {

    private static final long MAX_STEPS = 3_000_000;
    private static final int PARTITIONS = 3;

    private final Map<String, Integer> expected = new TreeMap<>();
    private final List<SimulatedJob> jobs = new ArrayList<>();
    private SeededScheduler world;
    private Random random;
    private SimulatedKafka cluster;
    private SimulatedDisk disk;

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    private void begin(long seed) {
        world = new SeededScheduler(seed);
        random = world.random();
        cluster = new SimulatedKafka(
                world,
                KafkaFaults.drawn(random),
                new BrokerLimits(Duration.ofMinutes(15), Duration.ofDays(7), 3 + random.nextInt(20)));
        disk = new SimulatedDisk(random);
        cluster.createTopic("words", PARTITIONS);
        cluster.createTopic("counts", PARTITIONS);
        for (int i = 0; i < 20 + random.nextInt(100); i++) {
            feed();
        }
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void feed() {
        TopicPartition partition = new TopicPartition("words", random.nextInt(PARTITIONS));
        String word = "word " + random.nextInt(8);
        if (random.nextInt(4) > 0) {
            cluster.append(partition, record(partition, word));
            expected.merge(word, 1, Integer::sum);
            return;
        }
        StrangersTransaction transaction = cluster.beginTransaction().append(partition, record(partition, word));
        if (random.nextBoolean()) {
            transaction.commit();
            expected.merge(word, 1, Integer::sum);
        } else {
            transaction.abort();
        }
    }

    private static ProducerRecord<byte[], byte[]> record(TopicPartition partition, String word) {
        return new ProducerRecord<>(partition.topic(), partition.partition(), null, word.getBytes(UTF_8));
    }

    private SimulatedJob start() {
        SimulatedProcess process = world.process("P" + (jobs.size() + 1));
        Kafka kafka = cluster.connect(process);
        Pipeline pipeline = Pipeline.named("word-count");
        pipeline.from("lines", kafka.source().topics("words").untilEnd().values(Serdes.string()))
                .keyBy(word -> word, Serdes.string())
                .count("counting")
                .to("out", kafka.sink("counts", Serdes.string(), Serdes.longs()));
        JobOptions options = JobOptions.storage("memory:unused")
                .checkpointEvery(Duration.ofMillis(50))
                .parallelism(1 + random.nextInt(3))
                .restart(RestartStrategy.exponentialDelay(Duration.ofMillis(5), Duration.ofMillis(50)));
        SimulatedJob job = SimulatedJob.start(
                process,
                pipeline,
                options,
                disk.storageOf(process),
                new HeapStateBackend(),
                random,
                new JobListener() {});
        jobs.add(job);
        return job;
    }

    private void runFor(int steps, SimulatedJob job) {
        long end = world.steps() + random.nextInt(steps);
        world.runUntil(() -> world.steps() >= end || job.hasEnded(), MAX_STEPS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachWordOnceWhenProcessesAreKilled(long seed) {
        // given
        begin(seed);

        // when
        for (int kill = 0; kill < 3; kill++) {
            SimulatedJob job = start();
            runFor(8_000, job);
            job.process().kill();
        }
        cluster.faults().stop();
        SimulatedJob last = start();
        world.runUntil(last::hasEnded, MAX_STEPS);

        // then
        assertThat(last.state()).as("%s", last).isEqualTo(JobState.FINISHED);
        requireEachCountedOnce();
        requireNothingOpen();
    }

    /** S23 */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachWordOnceWhenProcessesFreezeAndTakeOver(long seed) {
        // given
        begin(seed);

        // when
        for (int i = 0; i < 3; i++) {
            SimulatedJob job = start();
            runFor(6_000, job);
            job.process().freeze();
        }
        SimulatedJob last = start();
        runFor(4_000, last);
        jobs.forEach(job -> job.process().thaw());
        runFor(4_000, last);
        cluster.faults().stop();
        world.runUntil(() -> jobs.stream().allMatch(SimulatedJob::hasEnded), MAX_STEPS);

        // then
        assertThat(jobs).as("%s", jobs).anyMatch(job -> job.state() == JobState.FINISHED);
        requireEachCountedOnce();
        requireNothingOpen();
    }

    private void requireEachCountedOnce() {
        Map<String, List<Long>> seen = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> each : cluster.committed("counts")) {
            seen.computeIfAbsent(new String(each.key(), UTF_8), word -> new ArrayList<>())
                    .add(ByteBuffer.wrap(each.value()).getLong());
        }
        Map<String, List<Long>> wanted = new TreeMap<>();
        expected.forEach((word, count) ->
                wanted.put(word, LongStream.rangeClosed(1, count).boxed().toList()));
        assertThat(seen).isEqualTo(wanted);
    }

    private void requireNothingOpen() {
        assertThat(cluster.transactions().values()).noneMatch(each -> each.state() == TransactionState.ONGOING);
        for (int i = 0; i < PARTITIONS; i++) {
            TopicPartition partition = new TopicPartition("counts", i);
            assertThat(cluster.lastStableOffset(partition)).isEqualTo(cluster.highWatermark(partition));
        }
    }
}
