package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.DataStream;
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
    private static final int BATCHES = 100;

    private final Map<String, Integer> expected = new TreeMap<>();
    private final List<SimulatedJob> jobs = new ArrayList<>();
    private SeededScheduler world;
    private Random random;
    private SimulatedKafka cluster;
    private SimulatedDisk disk;
    private int fed;

    static LongStream seeds() {
        return LongStream.range(0, 10);
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
        feedOn(world.process("feeder"));
    }

    /** Input comes bit by bit, so that many checkpoints divide it. */
    private void feedOn(SimulatedProcess feeder) {
        for (int i = random.nextInt(4); i > 0; i--) {
            feed();
        }
        fed++;
        if (fed < BATCHES) {
            feeder.schedule(Duration.ofMillis(random.nextInt(20)), () -> feedOn(feeder));
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
        return start(false);
    }

    /** @param more whether the pipeline has a source more, which reads from the latest record on */
    private SimulatedJob start(boolean more) {
        SimulatedProcess process = world.process("P" + (jobs.size() + 1));
        Kafka kafka = cluster.connect(process);
        Pipeline pipeline = Pipeline.named("word-count");
        DataStream<String> lines = pipeline.from("lines", kafka.source("words", Serdes.string()));
        if (more) {
            lines = lines.union(pipeline.from(
                    "more", kafka.source().topics("more").fromLatest().values(Serdes.string())));
        }
        lines.keyBy(word -> word, Serdes.string())
                .count("counting")
                .to("out", kafka.sink("counts", Serdes.string(), Serdes.longs()));
        JobOptions options = JobOptions.storage("memory:unused")
                .checkpointEvery(Duration.ofMillis(20 + random.nextInt(80)))
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

    /** Runs until some more input has come, or the job has ended. */
    private void runOn(SimulatedJob job) {
        int until = fed + random.nextInt(BATCHES / 4);
        world.runUntil(() -> fed >= Math.min(until, BATCHES) || job.hasEnded(), MAX_STEPS);
    }

    /** Runs without further faults until all that came in was counted, and ends the job. */
    private void finish() {
        cluster.faults().stop();
        world.runUntil(
                () -> jobs.stream().noneMatch(job -> job.process().isAlive() && !job.hasEnded())
                        || (fed == BATCHES && seen() >= expected()),
                MAX_STEPS);
        jobs.forEach(job -> job.stop(Duration.ofMinutes(1)));
        world.runUntil(() -> jobs.stream().noneMatch(job -> job.process().isAlive() && !job.hasEnded()), MAX_STEPS);
    }

    private int expected() {
        return expected.values().stream().mapToInt(Integer::intValue).sum();
    }

    private int seen() {
        return cluster.committed("counts").size();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachWordOnceWhenProcessesAreKilled(long seed) {
        // given
        begin(seed);

        // when
        for (int kill = 0; kill < 3; kill++) {
            SimulatedJob job = start();
            runOn(job);
            job.process().kill();
        }
        SimulatedJob last = start();
        runOn(last);
        if (last.hasEnded()) { // it may have been refused while all went wrong
            last = start();
        }
        finish();

        // then
        assertThat(last.state()).as("%s", last).isEqualTo(JobState.STOPPED);
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
            runOn(job);
            job.process().freeze();
        }
        runOn(start());
        jobs.forEach(job -> job.process().thaw());
        runOn(jobs.get(0));
        if (jobs.stream().allMatch(SimulatedJob::hasEnded)) {
            start();
        }
        finish();

        // then
        assertThat(jobs).as("%s", jobs).anyMatch(job -> job.state() == JobState.STOPPED);
        requireEachCountedOnce();
        requireNothingOpen();
    }

    /** S13: a job that says that it has ended has nothing left to show. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachWordOnceWhenStoppedAndStartedAgain(long seed) {
        // given
        begin(seed);

        // when
        for (int i = 0; i < 3; i++) {
            SimulatedJob job = start();
            runOn(job);
            job.stop(Duration.ofHours(1));
            world.runUntil(job::hasEnded, MAX_STEPS);
            if (job.state() == JobState.STOPPED) {
                requireNothingOpen();
            }
        }
        start();
        finish();

        // then
        requireEachCountedOnce();
        requireNothingOpen();
    }

    /** R03: what "latest" was is decided once, however often the first attempts with the source fail. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldReadAllFromTheFirstAttemptOnWhenASourceIsAddedAndProcessesAreKilled(long seed) {
        // given: a job with some checkpoints
        begin(seed);
        TopicPartition more = new TopicPartition("more", 0);
        cluster.createTopic("more", 1);
        cluster.append(more, record(more, "before"));
        SimulatedJob job = start();
        runOn(job);
        job.process().kill();

        // when: a source is added to it
        for (int kill = 0; kill < 4; kill++) {
            SimulatedJob next = start(true);
            world.runUntil(() -> next.state() == JobState.RUNNING || next.hasEnded(), MAX_STEPS);
            if (next.state() == JobState.RUNNING) {
                cluster.append(more, record(more, "while it runs"));
                expected.merge("while it runs", 1, Integer::sum);
            }
            long killAt = world.steps() + random.nextInt(500);
            world.runUntil(() -> world.steps() >= killAt || next.hasEnded(), MAX_STEPS);
            next.process().kill();
        }
        SimulatedJob last = start(true);
        runOn(last);
        if (last.hasEnded()) { // it may have been refused while all went wrong
            last = start(true);
        }
        finish();

        // then
        assertThat(last.state()).as("%s", last).isEqualTo(JobState.STOPPED);
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
