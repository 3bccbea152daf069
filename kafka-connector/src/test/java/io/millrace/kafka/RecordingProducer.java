package io.millrace.kafka;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A producer in memory that remembers how it was ended and can be made to time out. */
final class RecordingProducer extends MockProducer<byte[], byte[]> {

    final List<Duration> closes = new CopyOnWriteArrayList<>();
    final List<String> learnt = new CopyOnWriteArrayList<>();
    final CountDownLatch flushed = new CountDownLatch(1);
    volatile Runnable whenFlushing = () -> {};
    volatile CountDownLatch flushWaitsFor = new CountDownLatch(0);
    volatile int commitTimeouts;
    volatile Runnable whenCommitTimesOut = () -> {};
    volatile UnaryOperator<ProducerRecord<byte[], byte[]>> interceptor = record -> record;

    /** @param autoComplete whether sends are acknowledged at once */
    RecordingProducer(boolean autoComplete) {
        super(autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
            ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        return super.send(interceptor.apply(record), callback);
    }

    @Override
    public void commitTransaction() {
        if (commitTimeouts > 0) {
            commitTimeouts--;
            whenCommitTimesOut.run();
            throw new TimeoutException("no answer");
        }
        super.commitTransaction();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        List<PartitionInfo> found = super.partitionsFor(topic);
        learnt.add(topic);
        return found;
    }

    /** Acknowledges nothing: that is left to the test. */
    @Override
    public void flush() {
        flushed.countDown();
        whenFlushing.run();
        try {
            flushWaitsFor.await();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void close(Duration timeout) {
        closes.add(timeout);
        super.close(timeout);
    }
}
