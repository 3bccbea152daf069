package io.millrace.integration;

import io.millrace.api.Config;
import io.millrace.api.DataStream;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.api.PipelineDefinition;
import io.millrace.api.RecordErrorPolicy;
import io.millrace.api.Source;
import io.millrace.kafka.Kafka;
import io.millrace.kafka.KafkaSourceBuilder;
import io.millrace.serde.Serdes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The pipeline of most tests: counts words and writes every update, key = word, value = its count, to each output topic.
 *
 * <p>The settings are the constants below; those that begin with {@link #CLIENT} go to the Kafka clients.
 */
final class WordCount implements PipelineDefinition {

    static final String BOOTSTRAP = "bootstrap";
    /** Topics, separated by commas; each is read by a source of its own. */
    static final String INPUTS = "inputs";
    /** Topics, separated by commas; each is written by a sink of its own. */
    static final String OUTPUTS = "outputs";

    static final String UNTIL_END = "until-end";
    static final String FROM_LATEST = "from-latest";
    /** Topic of dead letters; lines that begin with {@link #POISON} go there. */
    static final String DEAD_LETTERS = "dead-letters";

    static final String POISON = "poison";
    static final String CLIENT = "client.";
    /** Name of the commit topic, if not the job's own. */
    static final String COMMIT_TOPIC = "commit-topic";

    private final Probe probe;

    /** As anybody could build it. */
    WordCount() {
        this(Probe.NONE);
    }

    WordCount(Probe probe) {
        this.probe = probe;
    }

    @Override
    public void define(Pipeline pipeline, Config config) {
        Kafka kafka = CommitEntryProbe.addTo(kafka(config), probe);
        config.find(DEAD_LETTERS)
                .map(topic -> ProbedSink.of(kafka.deadLetters(topic), probe))
                .ifPresent(sink -> pipeline.onRecordError(RecordErrorPolicy.deadLetter(sink)));
        DataStream<KeyValue<String, String>> counts = lines(pipeline, kafka, config)
                .flatMap(WordCount::words)
                .keyBy(word -> word, Serdes.string())
                .count("counts")
                .map(count -> KeyValue.of(count.key(), Long.toString(count.value())));
        List<String> outputs = List.of(config.require(OUTPUTS).split(","));
        for (String output : outputs) {
            var sink = kafka.sink(output, Serdes.string(), Serdes.string());
            counts.to("out-" + outputs.indexOf(output), ProbedSink.of(sink, probe));
        }
    }

    static Kafka kafka(Config config) {
        Kafka kafka = Kafka.at(config.require(BOOTSTRAP));
        if (config.find(COMMIT_TOPIC).isPresent()) {
            kafka = kafka.commitTopic(config.require(COMMIT_TOPIC));
        }
        for (String name : config.settings().keySet()) {
            if (name.startsWith(CLIENT)) {
                kafka = kafka.setting(name.substring(CLIENT.length()), config.require(name));
            }
        }
        return kafka;
    }

    static Iterable<String> words(String line) {
        if (line.startsWith(POISON)) {
            throw new IllegalArgumentException("not a line of words");
        }
        return Arrays.stream(line.toLowerCase(Locale.ROOT).split("\\W+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static DataStream<String> lines(Pipeline pipeline, Kafka kafka, Config config) {
        List<DataStream<String>> all = new ArrayList<>();
        for (String input : config.require(INPUTS).split(",")) {
            all.add(pipeline.from("lines-" + all.size(), source(kafka, input, config)));
        }
        return all.stream().reduce((one, other) -> one.union(other)).orElseThrow();
    }

    private static Source<String> source(Kafka kafka, String input, Config config) {
        KafkaSourceBuilder source = kafka.source().topics(input);
        if (config.find(FROM_LATEST).isPresent()) {
            source.fromLatest();
        }
        if (config.find(UNTIL_END).isPresent()) {
            source.untilEnd();
        }
        return source.values(Serdes.string());
    }
}
