package io.millrace.integration;

import io.millrace.api.Collector;
import io.millrace.api.KeySelector;
import io.millrace.api.KeyValue;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.MapFunction;
import io.millrace.api.Pipeline;
import io.millrace.api.ProcessContext;
import io.millrace.kafka.Kafka;
import io.millrace.serde.Serdes;
import java.util.function.Supplier;

/** A pipeline of user code that a test makes up, where it does not care what comes out. */
final class Echo {

    private Echo() {}

    /** Passes every record on, keyed by itself. */
    static class Function implements KeyedProcessFunction<String, String, String> {

        @Override
        public void process(String value, ProcessContext<String> context, Collector<String> out) throws Exception {
            out.emit(value);
        }
    }

    static Pipeline pipeline(Scenario scenario, MapFunction<String, String> map) {
        return pipeline(scenario, map, line -> line, Function::new);
    }

    static Pipeline pipeline(
            Scenario scenario,
            MapFunction<String, String> map,
            KeySelector<String, String> key,
            Supplier<KeyedProcessFunction<String, String, String>> process) {
        Kafka cluster = WordCount.kafka(scenario.config());
        Pipeline pipeline = Pipeline.named(scenario.job());
        pipeline.from("lines", cluster.source(scenario.input(), Serdes.string()))
                .map(map)
                .keyBy(key, Serdes.string())
                .process("process", process)
                .map(value -> KeyValue.of(value, "1"))
                .to("out", cluster.sink(scenario.output(0), Serdes.string(), Serdes.string()));
        return pipeline;
    }
}
