package io.millrace.samples.demo;

import static io.millrace.samples.demo.Console.number;

import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.TopicWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Runs the demo from the start of the broker to the verdict. Confined to one thread. */
final class Demo {

    private static final long LOOK_EVERY_MILLIS = 500;
    /** After so long without a word counted there is something wrong. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final int CHECKPOINT_INTERVAL_MILLIS = 300;

    /**
     * How far the text may be ahead of the count, so that also on a slow machine there is work in flight, and text to come,
     * whenever the word count is killed.
     */
    private static final double MOST_AHEAD = 0.12;

    private final DemoSettings settings;
    private final Console console;
    private final Cleanup cleanup;

    Demo(DemoSettings settings, Console console, Cleanup cleanup) {
        this.settings = settings;
        this.console = console;
        this.cleanup = cleanup;
    }

    Report run() throws InterruptedException {
        Path storage = cleanup.add(TemporaryDirectory.create()).path();
        console.say("starting a Kafka broker in this JVM");
        EmbeddedKafka kafka = cleanup.add(EmbeddedKafka.start());
        kafka.createTopic(DemoSettings.INPUT, DemoSettings.PARTITIONS);
        kafka.createTopic(DemoSettings.OUTPUT, DemoSettings.PARTITIONS);
        console.say("it listens at " + kafka.bootstrapServers());
        return run(kafka.bootstrapServers(), storage);
    }

    private Report run(String bootstrapServers, Path storage) throws InterruptedException {
        DemoText text = DemoText.load(settings.lines());
        Map<String, Long> expected = text.counts();
        long total = expected.values().stream().mapToLong(Long::longValue).sum();
        console.say("writing " + number(text.lines().size()) + " lines of Alice in Wonderland, " + number(total)
                + " words, within " + settings.seconds() + " s");
        Feeder feeder = cleanup.add(new Feeder(
                new TopicWriter(bootstrapServers),
                DemoSettings.INPUT,
                text.lines(),
                Duration.ofSeconds(settings.seconds())));
        OutputReader reader = cleanup.add(new OutputReader(bootstrapServers));
        WordCountRuns wordCount =
                cleanup.add(new WordCountRuns(bootstrapServers, storage, settings.verbose(), console));
        KillPlan plan = new KillPlan(settings.kills(), total);
        countAndKill(feeder, reader, wordCount, plan, total);
        wordCount.terminate();
        long seen = reader.read();
        long discarded = new EverythingWritten(bootstrapServers, DemoSettings.OUTPUT).count() - seen;
        return new Report(
                reader.counts(),
                text.lines().size(),
                wordCount.checkpoints(),
                plan.done(),
                settings.kills(),
                discarded,
                reader.verdict(expected));
    }

    private void countAndKill(Feeder feeder, OutputReader reader, WordCountRuns wordCount, KillPlan plan, long total)
            throws InterruptedException {
        wordCount.start();
        long lastProgress = System.nanoTime();
        long counted = 0;
        while (counted < total || wordCount.checkpointsOfThisProcess() == 0) {
            if (System.nanoTime() - lastProgress > PATIENCE.toNanos()) {
                throw new DemoException(
                        "Nothing was counted for " + PATIENCE.toSeconds() + " s, after " + number(counted) + " of "
                                + number(total) + " words",
                        wordCount.tail());
            }
            feeder.allowUpTo((int) (settings.lines() * ((double) counted / total + MOST_AHEAD)));
            Thread.sleep(LOOK_EVERY_MILLIS);
            feeder.requireHealthy();
            wordCount.requireAlive();
            long before = counted;
            counted = reader.read();
            if (counted > before) {
                lastProgress = System.nanoTime();
                console.say(progress(counted, total, wordCount));
            }
            if (plan.isDue(counted, wordCount.checkpointsOfThisProcess())) {
                // anywhere between two checkpoints
                Thread.sleep(ThreadLocalRandom.current().nextInt(CHECKPOINT_INTERVAL_MILLIS));
                wordCount.kill();
                plan.killed();
                wordCount.start();
            }
        }
    }

    private static String progress(long counted, long total, WordCountRuns wordCount) {
        return "counted " + number(counted) + " of " + number(total) + " words (" + counted * 100 / total
                + " %), checkpoints " + wordCount.checkpoints();
    }
}
