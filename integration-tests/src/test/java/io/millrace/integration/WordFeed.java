package io.millrace.integration;

import io.millrace.testkit.CountCheck;
import io.millrace.testkit.TopicWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines of a few words that come up again and again, all at once or as a steady stream, and knows what a count of them must
 * come to. Confined to the test's thread.
 */
final class WordFeed implements AutoCloseable {

    private static final int VOCABULARY = 60;
    private static final int WORDS_PER_LINE = 5;
    private static final int LINES_PER_STEP = 20;
    private static final Duration STEP = Duration.ofMillis(20);
    private static final Duration BOUND = Duration.ofSeconds(90);

    private final String topic;
    private final TopicWriter writer;
    private final SplittableRandom random;
    private final List<String> written = new ArrayList<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private @Nullable ScheduledFuture<?> stream;

    WordFeed(String bootstrapServers, String topic, long seed) {
        this.topic = topic;
        this.writer = new TopicWriter(bootstrapServers);
        this.random = new SplittableRandom(seed);
    }

    /** Writes so many lines and returns when the brokers have them. */
    void write(int lines) {
        List<String> batch = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            batch.add(line());
        }
        writer.write(topic, batch);
        written.addAll(batch);
    }

    /** Counts lines in that the test writes itself. */
    void alsoWritten(String... lines) {
        written.addAll(List.of(lines));
    }

    /** Begins to write a steady stream. */
    void start() {
        stream = executor.scheduleWithFixedDelay(this::step, 0, STEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void step() {
        try {
            write(LINES_PER_STEP);
        } catch (RuntimeException e) {
            failure.set(e);
            throw e; // ends the stream
        }
    }

    /** Ends the stream, if there is one, and returns the true count of each word. */
    Map<String, Long> finish() {
        if (stream != null) {
            stream.cancel(false);
        }
        executor.shutdown();
        try {
            if (!executor.awaitTermination(BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("The feed of " + topic + " did not end within " + BOUND);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the test", e);
        }
        if (failure.get() != null) {
            throw new IllegalStateException("The feed of " + topic + " failed", failure.get());
        }
        return CountCheck.countWords(written);
    }

    private String line() {
        return random.ints(WORDS_PER_LINE, 0, VOCABULARY)
                .mapToObj(word -> "Word" + word)
                .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        executor.shutdownNow();
        writer.close();
    }
}
