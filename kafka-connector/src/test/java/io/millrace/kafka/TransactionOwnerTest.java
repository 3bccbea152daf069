package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RecordRefusedException;
import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionOwnerTest {

    private static final TransactionTimeout TIMEOUT = new TransactionTimeout(Duration.ofSeconds(10));
    private static final ProducerRecord<byte[], byte[]> ENTRY = output("commits");

    private final ManualClock clock = new ManualClock();
    private final RecordingProducer producer = new RecordingProducer(true);
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final TransactionOwner owner = owner(producer);

    private TransactionOwner owner(RecordingProducer of) {
        return new TransactionOwner("job", new ProducerClients(of, clock), Map.of(), TIMEOUT, failures::add);
    }

    private static ProducerRecord<byte[], byte[]> output(String topic) {
        return new ProducerRecord<>(topic, 0, new byte[1], new byte[1]);
    }

    @AfterEach
    void close() {
        owner.close();
    }

    @Test
    void shouldCommitOutputAndEntryInOneTransaction() {
        owner.open();
        Acknowledgements writer = joined(owner);
        owner.send(output("out"), writer);
        owner.commit(ENTRY);

        assertThat(producer.commitCount()).isEqualTo(1);
        assertThat(producer.history()).extracting(ProducerRecord::topic).containsExactly("out", "commits");
        assertThat(producer.transactionInFlight()).as("the next one has begun").isTrue();
        assertThat(failures).isEmpty();
    }

    /** S24 */
    @Test
    void shouldLetProducerLearnTopics() {
        owner.open();
        owner.learn("out");
        assertThat(producer.learnt).containsExactly("out");
    }

    @Test
    void shouldRepeatCommitWhenItTimesOut() {
        owner.open();
        producer.commitTimeouts = 3;
        owner.commit(ENTRY);
        assertThat(producer.commitCount()).isEqualTo(1);
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void shouldGiveUpAndDropProducerWhenCommitTimesOutBeyondBound() {
        owner.open();
        producer.commitTimeouts = 100;
        producer.whenCommitTimesOut = () -> clock.advance(Duration.ofSeconds(3));
        assertThatThrownBy(() -> owner.commit(ENTRY)).hasMessageContaining("not known");
        assertThat(producer.commitTimeouts).as("tried at 0, 3, 6, 9 seconds").isEqualTo(96);
        assertThat(producer.closes).containsExactly(Duration.ZERO);
    }

    /** S02, S05: whatever the error is called, nobody knows what became of the commit, and nothing is aborted. */
    @Test
    void shouldDropProducerWithoutAbortWhenCommitFailed() {
        for (RuntimeException error : List.of(
                new ProducerFencedException("fenced"),
                new KafkaException("strange"),
                new IllegalStateException("odd"))) {
            RecordingProducer failing = new RecordingProducer(true);
            TransactionOwner of = owner(failing);
            of.open();
            failing.commitTransactionException = error;

            assertThatThrownBy(() -> of.commit(ENTRY))
                    .isInstanceOf(AttemptFailedException.class)
                    .hasMessageContaining("it is not known whether the transaction was committed");
            assertThat(failing.closes).containsExactly(Duration.ZERO);
            assertThat(failing.transactionAborted()).isFalse();
            of.close();
            assertThat(failing.closes).hasSize(1);
        }
    }

    @Test
    void shouldAbortWhenAnInterceptorRedirectsTheEntry() {
        owner.open();
        producer.interceptor = record -> output("elsewhere");
        assertThatThrownBy(() -> owner.commit(ENTRY))
                .isInstanceOf(AttemptFailedException.class)
                .hasMessageContaining("a producer interceptor changed it: it was written to elsewhere-0");
        assertThat(producer.commitCount()).isZero();
        assertThat(producer.closes).hasSize(1).doesNotContain(Duration.ZERO);
    }

    @Test
    void shouldRefuseTheStartWhenTransactionalIdIsNotAllowed() {
        producer.initTransactionException = new TransactionalIdAuthorizationException("not allowed");
        assertThatThrownBy(owner::open)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("not allowed. The user needs the rights to write and describe it");
    }

    @Test
    void shouldAbortWhenEntryCannotBeWritten() {
        owner.open();
        producer.sendException = new KafkaException("no");
        assertThatThrownBy(() -> owner.commit(ENTRY))
                .isInstanceOf(AttemptFailedException.class)
                .hasMessageContaining("no commit was tried");
        assertThat(producer.closes).hasSize(1).doesNotContain(Duration.ZERO);
        assertThat(producer.commitCount()).isZero();
    }

    @Test
    void shouldFailWhenCommitIsAskedForWithSendsUnacknowledged() {
        RecordingProducer slow = new RecordingProducer(false);
        TransactionOwner of = owner(slow);
        of.open();
        Acknowledgements writer = joined(of);
        of.send(output("out"), writer);
        assertThatThrownBy(() -> of.commit(ENTRY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 records of a sink are not acknowledged");
        assertThat(slow.commitCount()).isZero();
        of.close();
    }

    /** S27 */
    @Test
    void shouldEndAttemptOnceAndAbortWhenSendsFail() {
        RecordingProducer slow = new RecordingProducer(false);
        TransactionOwner of = owner(slow);
        of.open();
        Acknowledgements writer = joined(of);
        of.send(output("out"), writer);
        of.send(output("out"), writer);
        slow.errorNext(new KafkaException("refused"));
        slow.errorNext(new KafkaException("refused, too"));
        of.close();

        assertThat(failures).hasSize(1);
        assertThat(failures.get(0)).hasMessageContaining("writing to topic 'out' failed: refused");
        assertThat(slow.closes).hasSize(1).doesNotContain(Duration.ZERO);
    }

    /** What the job does next depends on the reason, whichever thread hears of it first. */
    @Test
    void shouldTellWhyEarlierSendFailedWhenLaterOneHearsOfItFirst() {
        owner.open();
        Acknowledgements writer = joined(owner);
        producer.sendException =
                new KafkaException("in an error state", new RecordTooLargeException("larger than the topic takes"));
        assertThatThrownBy(() -> owner.send(output("out"), writer)).isInstanceOf(AttemptFailedException.class);
        assertThat(failures).singleElement().isInstanceOf(RecordRefusedException.class);
    }

    @Test
    void shouldFlushWhenAllWritersHold() throws Exception {
        owner.open();
        Acknowledgements first = joined(owner);
        Acknowledgements second = joined(owner);
        owner.send(output("out"), first);
        owner.holds(first, 1);
        assertThat(producer.flushed.await(50, TimeUnit.MILLISECONDS)).isFalse();
        owner.holds(second, 1);
        assertThat(producer.flushed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldEndAttemptWhenFlushFailsLikeNoFlushShould() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        RecordingProducer broken = new RecordingProducer(true);
        broken.whenFlushing = () -> {
            throw new UnsupportedOperationException("made up");
        };
        List<Throwable> reasons = new CopyOnWriteArrayList<>();
        try (TransactionOwner ofBroken =
                new TransactionOwner("job", new ProducerClients(broken, clock), Map.of(), TIMEOUT, reason -> {
                    reasons.add(reason);
                    failed.countDown();
                })) {
            ofBroken.open();
            ofBroken.holds(joined(ofBroken), 1);
            assertThat(failed.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(reasons)
                .singleElement()
                .asString()
                .contains("could not flush")
                .contains("made up");
    }

    @Test
    void shouldDropProducerWhenClosedWithoutOutput() {
        owner.open();
        owner.close();
        assertThat(producer.closes).containsExactly(Duration.ZERO);
    }

    @Test
    void shouldAbortWhenClosedWithOutputThatWasNotCommitted() {
        owner.open();
        owner.send(output("out"), joined(owner));
        owner.close();
        assertThat(producer.closes).containsExactly(Duration.ofSeconds(5));
        assertThatThrownBy(() -> owner.commit(ENTRY)).isInstanceOf(AttemptFailedException.class);
    }

    @Test
    void shouldMakeNoProducerWhenClosedBefore() {
        owner.close();
        assertThatThrownBy(owner::open).isInstanceOf(AttemptFailedException.class);
        assertThat(producer.transactionInitialized()).isFalse();
    }

    @Test
    void shouldRefuseStartWhenBrokersDoNotAllowTimeout() {
        producer.initTransactionException = new KafkaException("Unexpected error in InitProducerIdResponse; The"
                + " transaction timeout is larger than the maximum value allowed by the broker (as configured by"
                + " transaction.max.timeout.ms).");
        assertThatThrownBy(owner::open)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("10000 ms")
                .hasMessageContaining("transaction.max.timeout.ms");
        assertThat(producer.closes).containsExactly(Duration.ZERO);
    }

    @Test
    void shouldDropProducerWhenFencingFailed() {
        producer.initTransactionException = new TimeoutException("no answer");
        assertThatThrownBy(owner::open).isInstanceOf(AttemptFailedException.class);
        assertThat(producer.closes).containsExactly(Duration.ZERO);
    }

    @Test
    void shouldEndAttemptWhenTransactionReachesFourFifthsOfItsTimeout() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        TransactionOwner of =
                new TransactionOwner("job", new ProducerClients(producer, clock), Map.of(), TIMEOUT, failed::complete);
        of.open();
        of.send(output("out"), joined(of));
        clock.advance(Duration.ofSeconds(8));
        assertThat(failed.get(10, TimeUnit.SECONDS))
                .hasMessageContaining("open for 8 s")
                .hasMessageContaining("JobOptions.checkpointTimeout");
        of.close();
        assertThat(producer.closes).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void shouldWatchTheAgeAlsoWhenBrokersLetFlushesWait() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        TransactionOwner of =
                new TransactionOwner("job", new ProducerClients(producer, clock), Map.of(), TIMEOUT, failed::complete);
        CountDownLatch brokersAnswer = new CountDownLatch(1);
        producer.flushWaitsFor = brokersAnswer;
        of.open();
        Acknowledgements writer = joined(of);
        of.send(output("out"), writer);
        for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
            of.holds(writer, checkpoint);
        }
        clock.advance(Duration.ofSeconds(8));
        assertThat(failed.get(10, TimeUnit.SECONDS)).hasMessageContaining("open for 8 s");
        brokersAnswer.countDown();
        of.close();
    }

    private static Acknowledgements joined(TransactionOwner of) {
        Acknowledgements writer = new Acknowledgements("topic 'out'", of::sendFailed);
        of.join(writer);
        return writer;
    }
}
