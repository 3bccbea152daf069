package io.millrace.integration.kafka;

import io.millrace.api.KeyValue;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.kafka.Kafka;
import io.millrace.serde.Serdes;
import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SourceConnector;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/** Opens the connector's parts as the engine does. */
final class Connectors {

    static final UUID JOB_ID = new UUID(1, 1);
    static final UUID STORAGE_ID = new UUID(2, 2);

    private static final Duration INTERVAL = Duration.ofMillis(300);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private Connectors() {}

    static SinkConnector<KeyValue<String, String>> sink(Kafka kafka, String topic) {
        Sink<KeyValue<String, String>> sink = kafka.sink(topic, Serdes.string(), Serdes.string());
        return (SinkConnector<KeyValue<String, String>>) sink;
    }

    static <T> SourceConnector<T> source(Source<T> source) {
        return (SourceConnector<T>) source;
    }

    static CommitLog commitLog(Kafka kafka, String job) {
        return commitLog(kafka, new CommitLogContext(job, INTERVAL, TIMEOUT, error -> {}));
    }

    static CommitLog commitLog(Kafka kafka, String job, Consumer<Throwable> fail) {
        return commitLog(kafka, new CommitLogContext(job, INTERVAL, TIMEOUT, fail));
    }

    static CommitLog commitLog(Kafka kafka, CommitLogContext context) {
        return sink(kafka, "any").commitLog().orElseThrow().open(context);
    }
}
