package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.simulation.ProcessEndedError;
import io.millrace.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes wrong in the simulated cluster when it is told to, and what its clients make of it. */
class SimulatedKafkaTest {

    private static final TopicPartition OUTPUT = new TopicPartition("out", 0);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final BrokerLimits LIMITS = new BrokerLimits(Duration.ofMinutes(15), Duration.ofHours(1), 4);

    private final SimulatedConformanceCluster cluster = new SimulatedConformanceCluster(42, LIMITS);
    private final ConformanceClients clients = new ConformanceClients(cluster);
    private final KafkaFaults faults = cluster.kafka().faults();

    @BeforeEach
    void createTopic() {
        cluster.createTopic("out", 1);
    }

    @AfterEach
    void close() {
        clients.close();
        cluster.close();
    }

    private static ProducerRecord<byte[], byte[]> record(String value) {
        return new ProducerRecord<>("out", 0, null, value.getBytes(UTF_8));
    }

    private static void send(Producer<byte[], byte[]> producer, String value) {
        var unused = producer.send(record(value));
        producer.flush();
    }

    private static void commit(Producer<byte[], byte[]> producer, String value) {
        producer.beginTransaction();
        send(producer, value);
        producer.commitTransaction();
    }

    private List<String> visible() {
        cluster.await(
                "all is decided",
                () -> cluster.kafka().lastStableOffset(OUTPUT)
                        == cluster.kafka().highWatermark(OUTPUT));
        return values("out");
    }

    private List<String> values(String topic) {
        return cluster.kafka().committed(topic).stream()
                .map(each -> new String(each.value(), UTF_8))
                .toList();
    }

    // Lost, repeated and wrong answers

    @Test
    void shouldCommitOnceWhenReplyIsLostAndCallIsRepeated() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE.multipliedBy(5));
        int before = clients.describe("id").producerEpoch();
        producer.beginTransaction();
        send(producer, "a");
        for (int i = 0; i < 2; i++) {
            faults.loseNextReply(RequestKind.END_TRANSACTION);
        }
        assertThatThrownBy(producer::commitTransaction).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(producer::abortTransaction)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must be retried");
        assertThat(visible()).containsExactly("a");

        producer.commitTransaction();

        assertThat(clients.describe("id").producerEpoch()).isEqualTo(before + 1);
        commit(producer, "b");
        assertThat(visible()).containsExactly("a", "b");
    }

    @Test
    void shouldCommitLaterWhenRequestIsLost() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE.multipliedBy(5));
        producer.beginTransaction();
        send(producer, "a");
        faults.loseNext(RequestKind.END_TRANSACTION);
        producer.commitTransaction();
        assertThat(visible()).containsExactly("a");
        assertThat(cluster.world().clock().nanos())
                .isGreaterThan(Duration.ofSeconds(30).toNanos());
    }

    @Test
    void shouldCommitAlthoughCallerIsToldOtherwise() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        producer.beginTransaction();
        send(producer, "a");
        faults.answerNextWrongly(RequestKind.END_TRANSACTION, new UnknownServerException("made up"));
        assertThatThrownBy(producer::commitTransaction)
                .isExactlyInstanceOf(KafkaException.class)
                .hasMessageContaining("made up");
        assertThatThrownBy(producer::abortTransaction).isInstanceOf(KafkaException.class);
        assertThat(visible()).containsExactly("a");
    }

    @Test
    void shouldHideErrorsThatPass() {
        faults.refuseNext(RequestKind.INIT_PRODUCER, new CoordinatorNotAvailableException("made up"));
        faults.answerNextWrongly(RequestKind.INIT_PRODUCER, new NetworkException("made up"));
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        faults.refuseNext(RequestKind.PRODUCE, new NotLeaderOrFollowerException("made up"));
        faults.answerNextWrongly(RequestKind.PRODUCE, new NetworkException("made up"));
        faults.loseNextReply(RequestKind.PRODUCE);
        faults.answerNextWrongly(RequestKind.END_TRANSACTION, new CoordinatorNotAvailableException("made up"));
        commit(producer, "a");
        faults.refuseNext(RequestKind.FETCH, new NotLeaderOrFollowerException("made up"));
        faults.loseNext(RequestKind.FETCH);
        assertThat(clients.committed(OUTPUT, 2)).containsExactly("a");
    }

    @Test
    void shouldNotAppendAgainWhenBatchArrivesAfterItsTransaction() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        faults.repeatNext(RequestKind.PRODUCE, Duration.ofSeconds(5));
        commit(producer, "a");
        cluster.sleep(Duration.ofSeconds(10));
        assertThat(visible()).containsExactly("a");
        assertThat(cluster.kafka().highWatermark(OUTPUT)).isEqualTo(2);
    }

    @Test
    void shouldEndTransactionOnceWhenRequestArrivesTwice() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        faults.repeatNext(RequestKind.END_TRANSACTION, Duration.ofSeconds(5));
        commit(producer, "a");
        producer.beginTransaction();
        send(producer, "b");
        cluster.sleep(Duration.ofSeconds(10));
        assertThat(clients.describe("id").state()).isEqualTo(TransactionState.ONGOING);
        producer.abortTransaction();
        assertThat(visible()).containsExactly("a");
    }

    @Test
    void shouldFailRecordAndCommitWhenBrokersStaySilent() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE.multipliedBy(10));
        producer.beginTransaction();
        for (int i = 0; i < 10; i++) {
            faults.loseNext(RequestKind.PRODUCE);
        }
        List<Exception> told = new ArrayList<>();
        var result = producer.send(record("lost"), (metadata, error) -> told.add(error));
        producer.flush();
        assertThat(told).hasOnlyElementsOfType(TimeoutException.class).hasSize(1);
        assertThatThrownBy(result::get).hasCauseInstanceOf(TimeoutException.class);
        assertThatThrownBy(producer::commitTransaction).isInstanceOf(KafkaException.class);
        producer.abortTransaction();
        faults.stop();
        commit(producer, "after");
        assertThat(visible()).containsExactly("after");
    }

    @Test
    void shouldGoOnInitializingWhenCallTimedOut() {
        for (int i = 0; i < 3; i++) {
            faults.loseNextReply(RequestKind.INIT_PRODUCER);
        }
        assertThatThrownBy(() -> clients.fence("id", MINUTE)).isInstanceOf(TimeoutException.class);
        clients.newest().initTransactions();
        commit(clients.newest(), "a");
        assertThat(visible()).containsExactly("a");
    }

    // Brokers

    @Test
    void shouldCommitWithNewProducerIdWhenEpochsRunOut() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        long before = clients.describe("id").producerId();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            faults.loseNextReply(RequestKind.END_TRANSACTION);
            commit(producer, "v" + i);
            all.add("v" + i);
        }
        assertThat(clients.describe("id").producerId()).isGreaterThan(before + 1);
        assertThat(visible()).isEqualTo(all);
    }

    @Test
    void shouldFenceWhenEpochsHaveRunOut() {
        Producer<byte[], byte[]> owner = clients.fence("id", MINUTE);
        for (int i = 0; i < 7; i++) {
            owner.beginTransaction();
            send(owner, "open " + i);
            Producer<byte[], byte[]> next = clients.fence("id", MINUTE);
            assertThatThrownBy(owner::commitTransaction).isInstanceOf(KafkaException.class);
            owner = next;
        }
        assertThat(visible()).isEmpty();
    }

    @Test
    void shouldForgetIdThatIsNotUsed() {
        Producer<byte[], byte[]> idle = clients.fence("id", MINUTE);
        commit(idle, "a");
        cluster.sleep(Duration.ofHours(2));
        assertThatThrownBy(() -> clients.describe("id")).isInstanceOf(TransactionalIdNotFoundException.class);
        idle.beginTransaction();
        assertThatThrownBy(() -> idle.send(record("late")).get()).hasCauseInstanceOf(InvalidPidMappingException.class);
        assertThatThrownBy(idle::abortTransaction).isInstanceOf(KafkaException.class);
        commit(clients.fence("id", MINUTE), "b");
        assertThat(visible()).containsExactly("a", "b");
    }

    @Test
    void shouldReturnFromCommitBeforeMarkersAreWritten() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        faults.delayNextMarker(Duration.ofSeconds(20));
        commit(producer, "a");
        assertThat(values("out")).isEmpty();
        assertThat(clients.describe("id").state()).isEqualTo(TransactionState.PREPARE_COMMIT);

        commit(producer, "b");
        assertThat(visible()).containsExactly("a", "b");
    }

    @Test
    void shouldWaitForMarkersWhenFencing() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        faults.delayNextMarker(Duration.ofSeconds(20));
        commit(producer, "a");
        clients.fence("id", MINUTE);
        assertThat(values("out")).containsExactly("a");
    }

    @Test
    void shouldLoseNothingThatWasAcknowledgedWhenLeaderChanges() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            faults.delayNextReplication(Duration.ofSeconds(20));
            producer.beginTransaction();
            var first = producer.send(record("a" + i));
            cluster.await(
                    "it was appended",
                    () -> cluster.kafka().endOffset(OUTPUT) > cluster.kafka().highWatermark(OUTPUT));
            cluster.kafka().changeLeader(OUTPUT);
            producer.flush();
            assertThat(first).isDone();
            faults.delayNextReplication(Duration.ofSeconds(20));
            producer.commitTransaction();
            cluster.kafka().changeLeader(OUTPUT);
            all.add("a" + i);
        }
        assertThat(visible()).isEqualTo(all);
    }

    @Test
    void shouldTellReaderWhenRecordsAreGoneThatItHasRead() {
        cluster.append(OUTPUT, record("a"));
        cluster.append(OUTPUT, record("b"));
        try (var consumer = clients.consumer(true)) {
            consumer.assign(List.of(OUTPUT));
            consumer.seek(OUTPUT, 0);
            assertThat(clients.pollAll(consumer, OUTPUT, 2)).containsExactly("a", "b");
            cluster.kafka().loseRecordsFrom(OUTPUT, 1);
            cluster.append(OUTPUT, record("c"));
            cluster.append(OUTPUT, record("d"));
            assertThatThrownBy(() -> clients.pollAll(consumer, OUTPUT, 4))
                    .isInstanceOfSatisfying(LogTruncationException.class, error -> {
                        assertThat(error.offsetOutOfRangePartitions()).isEqualTo(Map.of(OUTPUT, 2L));
                        assertThat(error.divergentOffsets().get(OUTPUT).offset())
                                .isEqualTo(1);
                    });
        }
    }

    @Test
    void shouldCompleteTransactionWhenItsTopicIsDeleted() {
        Producer<byte[], byte[]> producer = clients.fence("id", MINUTE);
        producer.beginTransaction();
        send(producer, "a");
        cluster.deleteTopic("out");
        producer.commitTransaction();
        cluster.await("the end of it", () -> clients.describe("id").state() == TransactionState.COMPLETE_COMMIT);
    }

    // Processes

    @Test
    void shouldCommitWhenProcessDiesAfterItsRequestWasSent() {
        SimulatedProcess process = cluster.world().process("dying");
        Producer<byte[], byte[]> producer = producerIn(process);
        List<String> steps = new ArrayList<>();
        faults.delayNext(RequestKind.END_TRANSACTION, Duration.ofSeconds(2));
        process.call("its work", () -> writeAndCommit(producer, steps), (done, failure) -> steps.add("told"));
        cluster.await("the commit is under way", () -> steps.contains("committing"));
        cluster.sleep(Duration.ofSeconds(1));

        process.kill();

        assertThat(values("out")).isEmpty();
        assertThat(visible()).containsExactly("a");
        assertThat(steps).as("and closing had no effect").containsExactly("committing", "closed");
    }

    @Test
    void shouldLeaveTransactionOpenWhenProcessDiesBeforeItCommits() {
        SimulatedProcess process = cluster.world().process("dying");
        Producer<byte[], byte[]> producer = producerIn(process);
        faults.delayNext(RequestKind.PRODUCE, Duration.ofSeconds(2));
        process.call("its work", () -> writeAndCommit(producer, new ArrayList<>()), (done, failure) -> {});
        cluster.sleep(Duration.ofSeconds(1));
        process.kill();
        cluster.sleep(Duration.ofSeconds(5));
        assertThat(clients.describe("id").state()).isEqualTo(TransactionState.ONGOING);
        assertThat(cluster.kafka().uncommitted("out")).hasSize(1);
    }

    @Test
    void shouldFailWhenProcessThawsAfterItsSuccessorTookOver() {
        SimulatedProcess process = cluster.world().process("frozen");
        Producer<byte[], byte[]> producer = producerIn(process);
        List<String> steps = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        process.call(
                "its work",
                () -> {
                    producer.initTransactions();
                    producer.beginTransaction();
                    send(producer, "a");
                    process.block("the go", () -> steps.contains("go"));
                    producer.commitTransaction();
                    return true;
                },
                (done, failure) -> failures.add(failure));
        cluster.await("its record is there", () -> cluster.kafka().highWatermark(OUTPUT) == 1);
        process.freeze();
        commit(clients.fence("id", MINUTE), "of the successor");
        steps.add("go");
        process.thaw();
        cluster.await("its failure", () -> !failures.isEmpty());
        assertThat(failures.get(0)).isInstanceOf(ProducerFencedException.class);
        assertThat(visible()).containsExactly("of the successor");
    }

    /** What is left of a dead process, such as the end of a try block, may still call its clients. */
    @Test
    void shouldHaveNoEffectWhenProcessIsDead() {
        SimulatedProcess process = cluster.world().process("dead");
        AdminCalls admin = cluster.kafka()
                .clients(new ProcessHost(process))
                .admin(Map.of("bootstrap.servers", "simulated:9092"), MINUTE);
        process.kill();
        assertThatThrownBy(() -> admin.createTopic(new NewTopic("late", Optional.of(1), Optional.empty())))
                .isInstanceOf(ProcessEndedError.class);
        cluster.sleep(MINUTE);
        assertThat(cluster.kafka().topics()).doesNotContain("late");
    }

    private Producer<byte[], byte[]> producerIn(SimulatedProcess process) {
        return cluster.kafka()
                .clients(new ProcessHost(process))
                .producer(Map.of(
                        "bootstrap.servers",
                        "simulated:9092",
                        "transactional.id",
                        "id",
                        "transaction.timeout.ms",
                        600_000,
                        "key.serializer",
                        ByteArraySerializer.class,
                        "value.serializer",
                        ByteArraySerializer.class));
    }

    private static boolean writeAndCommit(Producer<byte[], byte[]> producer, List<String> steps) {
        try {
            producer.initTransactions();
            producer.beginTransaction();
            send(producer, "a");
            steps.add("committing");
            producer.commitTransaction();
        } finally {
            producer.close(Duration.ofSeconds(5));
            steps.add("closed");
        }
        return true;
    }

    // Seeds

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    /** Whatever goes wrong, each transaction is visible as a whole or not at all, and each that returned is visible. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldKeepTransactionsWholeWhenAllGoesWrong(long seed) {
        try (DisturbedTransactions run = new DisturbedTransactions(seed)) {
            run.run();
            run.requireWhole();
        }
    }

    @Test
    void shouldMakeTheSameStepsWhenSeedIsTheSame() {
        assertThat(digest(3)).isEqualTo(digest(3)).isNotEqualTo(digest(4));
    }

    private static long digest(long seed) {
        try (DisturbedTransactions run = new DisturbedTransactions(seed)) {
            run.run();
            return run.digest();
        }
    }
}
