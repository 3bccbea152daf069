package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Config;
import io.millrace.api.Job;
import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import io.millrace.testkit.CountCheck;
import io.millrace.testkit.CountVerdict;
import io.millrace.testkit.KafkaCluster;
import io.millrace.testkit.Observer;
import io.millrace.testkit.TopicWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * One word count job and all around it: topics, input, checkpoints, the processes that run it, and the observer's verdict.
 *
 * <p>Closing it ends every job and process that it started. Confined to the test's thread.
 */
final class Scenario implements AutoCloseable {

    static final int PARTITIONS = 4;
    private static final Duration BOUND = Duration.ofSeconds(90);
    private static final long SEED = 20260101;

    private final KafkaCluster kafka;
    private final Path directory;
    private final String name = "wc-" + UUID.randomUUID().toString().substring(0, 8);
    private final Map<String, String> settings = new TreeMap<>();
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final WordFeed feed;
    private int workers;

    private Scenario(KafkaCluster kafka, Path directory, int outputs) {
        this.kafka = kafka;
        this.directory = directory;
        JobFiles.create(storage());
        kafka.createTopic(input(), PARTITIONS);
        StringBuilder topics = new StringBuilder();
        for (int i = 0; i < outputs; i++) {
            kafka.createTopic(output(i), PARTITIONS);
            topics.append(i == 0 ? "" : ",").append(output(i));
        }
        settings.put(WordCount.BOOTSTRAP, kafka.bootstrapServers());
        settings.put(WordCount.INPUTS, input());
        settings.put(WordCount.OUTPUTS, topics.toString());
        settings.put(Settings.JOB, name);
        settings.put(Settings.STORAGE, storage().toString());
        feed = new WordFeed(kafka.bootstrapServers(), input(), SEED);
    }

    static Scenario in(KafkaCluster kafka, Path directory) {
        return new Scenario(kafka, directory, 1);
    }

    static Scenario withOutputs(int outputs, KafkaCluster kafka, Path directory) {
        return new Scenario(kafka, directory, outputs);
    }

    /** Changes a setting of everything that is started from now on. */
    Scenario with(String setting, Object value) {
        settings.put(setting, value.toString());
        return this;
    }

    String job() {
        return name;
    }

    String input() {
        return name + "-in";
    }

    String output(int i) {
        return name + "-out-" + i;
    }

    Path storage() {
        return directory.resolve("storage");
    }

    /** The files of the job's checkpoints. */
    JobFiles files() {
        return new JobFiles(storage().resolve(name));
    }

    WordFeed feed() {
        return feed;
    }

    /** Writes what the feed knows nothing of. */
    TopicWriter writer() {
        TopicWriter writer = new TopicWriter(kafka.bootstrapServers());
        started.push(writer);
        return writer;
    }

    /** Starts the job in a process of its own. */
    WorkerProcess startWorker() {
        return startWorker(Map.of());
    }

    WorkerProcess startWorker(StopPlan plan) {
        return startWorker(plan.toSettings());
    }

    /** Starts the job in a process of its own, with some settings for it alone. */
    WorkerProcess startWorker(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(settings);
        all.putAll(more);
        workers++;
        WorkerProcess worker = WorkerProcess.start(all, directory.resolve("worker-" + workers + ".log"));
        started.push(worker);
        return worker;
    }

    /** Starts the job in this JVM. */
    Job startJob() {
        return startJob(Probe.NONE);
    }

    Job startJob(Probe probe) {
        return start(Pipeline.named(name, new WordCount(probe), config()), options(probe));
    }

    /** Starts a pipeline of the test's own in this JVM. */
    Job start(Pipeline pipeline, JobOptions options) {
        Job job = pipeline.start(options);
        started.push(job);
        return job;
    }

    JobOptions options(Probe probe) {
        return Settings.options(config(), probe);
    }

    Config config() {
        return new Config(settings);
    }

    /** Lets the job live and process part of the input, and end as it is, so that what comes next is a recovery. */
    void liveBefore() {
        feed.write(200);
        try (Job before = startJob()) {
            CheckpointLog.of(before).awaitMoreCommitted(3);
        }
    }

    /** Ends the input, and waits until the observer has seen all the output that it must lead to. */
    void awaitOutput() {
        long total = total(feed.finish());
        for (String output : outputs()) {
            try (Observer observer = new Observer(kafka.bootstrapServers(), output)) {
                observer.awaitRecords(records -> records.size() >= total, BOUND);
            }
        }
    }

    /** Fails unless the observer has seen each word counted 1, 2, 3 and so on up to its true count, in every output. */
    void assertExactlyOnce() {
        Map<String, Long> expected = feed.finish();
        for (String output : outputs()) {
            assertThat(verdict(output, expected)).as(output).matches(CountVerdict::isExact);
        }
    }

    /** Fails unless what the observer has seen so far is the beginning of an exact count. */
    void assertExactSoFar() {
        for (String output : outputs()) {
            try (Observer observer = new Observer(kafka.bootstrapServers(), output)) {
                CountCheck check = new CountCheck();
                observer.readToEnd().forEach(check::add);
                assertThat(check.verdict(check.counts())).as(output).matches(CountVerdict::isExact);
            }
        }
    }

    /** How many records the observer sees in the first output now. */
    int visible() {
        try (Observer observer = new Observer(kafka.bootstrapServers(), output(0))) {
            return observer.readToEnd().size();
        }
    }

    private CountVerdict verdict(String output, Map<String, Long> expected) {
        try (Observer observer = new Observer(kafka.bootstrapServers(), output)) {
            return CountCheck.check(observer.readToEnd(), expected);
        }
    }

    private List<String> outputs() {
        return List.of(settings.get(WordCount.OUTPUTS).split(","));
    }

    private static long total(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void close() throws Exception {
        try (feed) {
            while (!started.isEmpty()) {
                started.pop().close();
            }
        }
    }
}
