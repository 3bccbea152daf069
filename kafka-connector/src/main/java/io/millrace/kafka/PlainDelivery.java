package io.millrace.kafka;

import io.micrometer.core.instrument.Counter;
import io.millrace.api.RecordRefusedException;
import io.millrace.spi.SinkContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a writer without transaction promises: what a failed send means, and what a barrier waits for. */
sealed interface PlainDelivery {

    /** The results of the writer's sends. */
    Acknowledgements results();

    /** Completed when a barrier that comes now may be acknowledged. */
    CompletionStage<Void> atBarrier(PlainProducer producer);

    /** Every record is acknowledged before the barrier is; a failure ends the attempt. Confined to its task. */
    final class AtLeastOnce implements PlainDelivery {

        private final Acknowledgements results;

        /** @param where what is written, for error messages */
        AtLeastOnce(SinkContext context, String where) {
            results = new Acknowledgements(where, (topic, error) -> context.fail(failure(context, topic, error)));
        }

        private static RuntimeException failure(SinkContext context, String where, Exception error) {
            String message = "Job '" + context.jobName() + "': sink '" + context.uid() + "': writing to " + where
                    + " failed: " + ClientSettings.rootMessage(error);
            return RefusedByBrokers.is(error)
                    ? new RecordRefusedException(
                            message + ". The brokers do not take this record; the next attempt looks again at what the"
                                    + " topic takes",
                            error)
                    : new AttemptFailedException(message + ". The next attempt writes it again", error);
        }

        @Override
        public Acknowledgements results() {
            return results;
        }

        @Override
        public CompletionStage<Void> atBarrier(PlainProducer producer) {
            CompletionStage<Void> all = results.allSoFar();
            producer.flush();
            return all;
        }
    }

    /** Nothing is waited for; what cannot be sent is counted, and logged now and then. */
    final class FireAndForget implements PlainDelivery {

        /** Counter: records that brokers did not take, of a sink that promises nothing. */
        static final String LOST = "millrace.kafka.sink.records.lost";

        private static final Logger log = LoggerFactory.getLogger(FireAndForget.class);

        private final SinkContext context;
        private final Counter lost;
        private final Acknowledgements results;
        private long logNextAt = 1;

        /** @param where what is written, for people */
        FireAndForget(SinkContext context, String where) {
            this.context = context;
            this.lost = context.metrics().counter(LOST);
            this.results = Acknowledgements.forgiving(where, this::lost);
        }

        /** By the producer's thread, for each record. */
        private void lost(String where, Exception error) {
            lost.increment();
            long count = (long) lost.count();
            if (count >= logNextAt) {
                logNextAt = count * 10;
                log.warn(
                        "Job {}: sink '{}' promises nothing and lost {} records so far on the way to {}; the latest: {}",
                        context.jobName(),
                        context.uid(),
                        count,
                        where,
                        ClientSettings.rootMessage(error));
            }
        }

        @Override
        public Acknowledgements results() {
            return results;
        }

        @Override
        public CompletionStage<Void> atBarrier(PlainProducer producer) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
