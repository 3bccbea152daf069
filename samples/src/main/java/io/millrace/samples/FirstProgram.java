package io.millrace.samples;

import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import io.millrace.kafka.Kafka;
import io.millrace.serde.Serdes;
import java.util.List;
import java.util.Objects;

/** The program at the top of the README, word for word but for this comment and the package. */
public class FirstProgram {
    public static void main(String[] args) throws InterruptedException {
        Kafka kafka = Kafka.at("localhost:9092");
        Pipeline pipeline = Pipeline.named("first-program");
        pipeline.from("lines", kafka.source("lines", Serdes.string()))
                .filter(Objects::nonNull)
                .flatMap(line -> List.of(line.split("\\W+")))
                .filter(word -> !word.isEmpty())
                .keyBy(word -> word, Serdes.string())
                .count("counts")
                .to("out", kafka.sink("counts", Serdes.string(), Serdes.longs()));
        pipeline.start(JobOptions.storage("file:///var/lib/millrace")).await();
    }
}
