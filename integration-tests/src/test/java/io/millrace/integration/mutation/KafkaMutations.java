package io.millrace.integration.mutation;

import java.util.List;

/** Slips in source, sink and commit log on Kafka. */
final class KafkaMutations {

    private static final String LOG = "kafka-connector/kafka/KafkaCommitLog";
    private static final String OWNER = "kafka-connector/kafka/TransactionOwner";
    private static final String READING = "kafka-connector/kafka/PartitionReading";
    private static final String CONSUMER = "kafka-connector/kafka/ConsumerSettings";
    private static final String WRITER = "kafka-connector/kafka/KafkaSinkWriter";

    static final List<Mutation> ALL = List.of(
            Mutation.of(
                            "fetch-position-taken",
                            "a checkpoint holds what was fetched, not what was emitted",
                            new Edit(
                                    READING,
                                    "return hasRecord() ? start.at(record().offset(), KafkaPosition.epoch(record().leaderEpoch()))"
                                            + " : start.at(nextFetch, nextFetchEpoch);",
                                    "return start.at(nextFetch, nextFetchEpoch);"))
                    .shownBy("kafka-connector/kafka/PartitionReadingTest", "shouldStandAtNextRecordWhenThereIsAHole"),
            Mutation.of(
                            "gaps-not-passed",
                            "a position rises by the number of records, not over the gaps between them",
                            new Edit(
                                    READING,
                                    "goOnFrom(goesOnFrom.offset(), goesOnFrom.leaderEpoch());",
                                    "goOnFrom(nextFetch + fetched.size(), goesOnFrom.leaderEpoch());"))
                    .shownBy(
                            "kafka-connector/kafka/PartitionReadingTest",
                            "shouldStandWhereConsumerGoesOnWhenAllIsEmitted"),
            Mutation.of(
                            "dirty-reads",
                            "records of aborted and of open transactions are read",
                            new Edit(CONSUMER, "\"read_committed\"", "\"read_uncommitted\""))
                    .shownBy("kafka-connector/kafka/ClientSettingsTest", "shouldReadOnlyCommittedRecordsAndNeverJump"),
            Mutation.of(
                            "sent-behind-barrier",
                            "a sink sends on behind the barrier and holds nothing",
                            new Edit(WRITER, "if (held.isHolding()) { held.hold(", "if (false) { held.hold("))
                    .shownBy("kafka-connector/kafka/KafkaSinkWriterTest", "shouldSendHeldRecordsOnlyWhenCommitted"),
            Mutation.of(
                            "held-records-dropped",
                            "what a sink held is dropped when the checkpoint is given up",
                            new Edit(
                                    "kafka-connector/kafka/HoldQueue",
                                    "if (first().isPresent() && first().getAsLong() == checkpointId) { return releaseFirst();",
                                    """
                            if (first().isPresent() && first().getAsLong() == checkpointId) {
                                releaseFirst();
                                return List.of();"""))
                    .shownBy("kafka-connector/kafka/HoldQueueTest", "shouldReleaseUpToNextBarrierWhenFirstIsGivenUp"),
            Mutation.of(
                            "acknowledged-before-sent",
                            "a sink acknowledges the barrier before the brokers have acknowledged its sends",
                            new Edit(
                                    WRITER,
                                    "acknowledgements.allSoFar().thenRun(() -> result.complete(null));",
                                    "result.complete(null);"))
                    .shownBy(
                            "kafka-connector/kafka/KafkaSinkWriterTest",
                            "shouldPrepareNextCheckpointOnlyWhenItsRecordsAreSentAndAcknowledged"),
            Mutation.of(
                            "plain-sends-not-awaited",
                            "an at-least-once sink acknowledges the barrier before the brokers have acknowledged its sends",
                            new Edit(
                                    "kafka-connector/kafka/PlainDelivery",
                                    "producer.flush(); return all;",
                                    "producer.flush(); return CompletableFuture.completedFuture(null);"))
                    .shownBy(
                            "kafka-connector/kafka/PlainSinkWriterTest",
                            "shouldAcknowledgeBarrierWhenAllBeforeItIsAcknowledged"),
            Mutation.of(
                    "dead-letter-beside",
                    "dead letters are written at once, not in the transaction",
                    new Edit(
                            "kafka-connector/kafka/Kafka",
                            "return sink().topic(topic).records(DeadLetterSerializer.INSTANCE);",
                            "return sink().topic(topic).guarantee(DeliveryGuarantee.AT_LEAST_ONCE)"
                                    + ".records(DeadLetterSerializer.INSTANCE);")),
            Mutation.of(
                    "log-read-before-fence",
                    "the commit topic is read before the predecessor is fenced",
                    new Edit(LOG, "transaction.open(); return topic.readTo(awaitSettledEnd(), () -> closed);", """
                            LogContents contents = topic.readTo(awaitSettledEnd(), () -> closed);
                            transaction.open();
                            return contents;""")),
            Mutation.of(
                            "commit-tried-anew",
                            "after an error of the commit call the entry is written again, in a new transaction",
                            new Edit(
                                    OWNER,
                                    "throw discardedBy(\"it is not known whether the transaction was committed\", e);",
                                    """
                            Producer<byte[], byte[]> another = clients.producer(producerConfig);
                            producer = another;
                            another.initTransactions();
                            another.beginTransaction();
                            another.send(entry);
                            another.commitTransaction();
                            another.beginTransaction();"""))
                    .shownBy(
                            "kafka-connector/kafka/TransactionOwnerTest",
                            "shouldDropProducerWithoutAbortWhenCommitFailed"),
            Mutation.of(
                    "end-before-visible",
                    "the job is finished when the commit call returns, before all can see its output",
                    new Edit(
                            LOG,
                            "while (!cluster.isSettled() || topic.lastStableOffset() <= lastEntryOffset) {",
                            "while (lastEntryOffset < NOTHING_WRITTEN) {")));

    private KafkaMutations() {}
}
