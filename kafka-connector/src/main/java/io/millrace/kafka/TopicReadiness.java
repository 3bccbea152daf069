package io.millrace.kafka;

import io.millrace.element.DataRecord;
import io.millrace.spi.SinkContext;
import java.util.Optional;

/**
 * Says whether a writer knows all that it needs of a record's topic, and finds out beside the task what it does not.
 *
 * <p>Confined to its writer.
 */
final class TopicReadiness {

    private final OutputRecords<?> records;
    private final TopicCatalog topics;
    private final SinkContext context;

    TopicReadiness(OutputRecords<?> records, TopicCatalog topics, SinkContext context) {
        this.records = records;
        this.topics = topics;
        this.context = context;
    }

    boolean isReadyFor(DataRecord element) {
        Destination destination = records.destinationOf(element);
        Optional<String> unknown = records.unknownTopic(destination);
        if (unknown.isPresent() && destination.shouldAsk()) {
            topics.ask(
                    unknown.get(),
                    answer -> {
                        destination.answered(answer);
                        context.wakeUp();
                    },
                    context::fail);
        }
        return unknown.isEmpty();
    }
}
