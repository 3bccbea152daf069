package io.millrace.samples;

import io.millrace.api.Config;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.api.PipelineDefinition;
import io.millrace.kafka.Kafka;
import io.millrace.kafka.KafkaSourceBuilder;
import io.millrace.serde.Serdes;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** Counts the words of a topic and writes every update: key = word, value = its count so far in decimal. Immutable. */
public final class WordCount implements PipelineDefinition {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("\\W+");

    @Override
    public void define(Pipeline pipeline, Config config) {
        Kafka kafka = Kafka.from(config);
        KafkaSourceBuilder lines = kafka.source().topics(config.require("input"));
        if (config.find("until-end").isPresent()) {
            lines.untilEnd();
        }
        pipeline.from("lines", lines.values(Serdes.string()))
                .filter(Objects::nonNull) // a record without value counts nothing
                .flatMap(WordCount::words)
                .keyBy(word -> word, Serdes.string())
                .count("counts")
                .map(count -> KeyValue.of(count.key(), Long.toString(count.value())))
                .to("out", kafka.sink(config.require("output"), Serdes.string(), Serdes.string()));
    }

    static List<String> words(String line) {
        return BETWEEN_WORDS
                .splitAsStream(line)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }
}
