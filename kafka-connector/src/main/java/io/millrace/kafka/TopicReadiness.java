package io.millrace.kafka;

import io.millrace.element.DataRecord;
import io.millrace.spi.SinkContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a writer knows all that it needs of a record's topic, and finds out beside the task what it does not.
 *
 * <p>Confined to its writer.
 */
final class TopicReadiness {

    private final OutputRecords<?> records;
    private final TopicCatalog topics;
    private final SinkContext context;

    /** The topic that is being asked for. */
    private @Nullable String asked;

    TopicReadiness(OutputRecords<?> records, TopicCatalog topics, SinkContext context) {
        this.records = records;
        this.topics = topics;
        this.context = context;
    }

    boolean isReadyFor(DataRecord element) {
        Optional<String> unknown = records.unknownTopic(element);
        if (unknown.isPresent() && !unknown.get().equals(asked)) {
            asked = unknown.get();
            topics.ask(unknown.get(), context::wakeUp, context::fail);
        }
        if (unknown.isEmpty()) {
            asked = null;
        }
        return unknown.isEmpty();
    }
}
