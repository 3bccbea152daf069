package io.millrace.benchmarks;

import io.millrace.api.Job;
import io.millrace.api.JobOptions;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.kafka.Kafka;
import io.millrace.serde.Serdes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The word count as a Millrace job, to the end of its input. */
final class MillraceWordCount {

    private MillraceWordCount() {}

    public static void main(String[] args) throws Exception {
        AtomicLong first = new AtomicLong();
        AtomicLong words = new AtomicLong();
        Kafka kafka = Kafka.at(args[0]);
        Pipeline pipeline = Pipeline.named("bench-" + System.nanoTime());
        pipeline.from("lines", kafka.source().topics(args[1]).untilEnd().values(Serdes.string()))
                .map(line -> {
                    if (first.get() == 0) {
                        first.compareAndSet(0, System.nanoTime());
                    }
                    words.addAndGet(Workload.words(1));
                    return line;
                })
                .flatMap(Workload::words)
                .keyBy(word -> word, Serdes.string())
                .count("counts")
                .map(count -> KeyValue.of(count.key(), Long.toString(count.value())))
                .to("out", kafka.sink(args[2], Serdes.string(), Serdes.string()));
        Job job = pipeline.start(JobOptions.storage(args[4])
                .checkpointEvery(Duration.ofMillis(Long.parseLong(args[3])))
                .parallelism(Integer.parseInt(args[5])));
        job.await();
        Measured.print(words.get(), System.nanoTime() - first.get());
    }
}
