package io.millrace.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.element.DataRecord;
import io.millrace.element.EndOfInput;
import io.millrace.element.StreamElement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two threads that sleep without limit: a wake-up that gets lost leaves both hanging. */
class ChannelStressTest {

    private final Parker producer = new Parker();
    private final Parker consumer = new Parker();
    private final Channel channel = new Channel(producer, consumer);

    @ParameterizedTest(name = "flush every {0} records")
    @ValueSource(ints = {1, 3, 100, 1_000})
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldDeliverEverythingInOrderWhenBothSidesSleep(int flushEvery) throws Exception {
        // given
        int records = Math.max(50_000, Math.min(1_000_000, flushEvery * 20_000));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            // when
            Future<?> producing = threads.submit(() -> produce(records, flushEvery));
            Future<Integer> consuming = threads.submit(() -> consume());

            // then
            producing.get();
            assertThat(consuming.get()).isEqualTo(records);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotLoseWakeUpWhenNewsComeInTheMomentOfParking() throws Exception {
        // given: two threads that pass one batch to and fro, asleep in between
        Parker left = new Parker();
        Parker right = new Parker();
        Channel toRight = new Channel(left, right);
        Channel toLeft = new Channel(right, left);
        int rounds = 50_000;
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            // when
            Future<?> answering = threads.submit(() -> {
                for (int i = 0; i < rounds; i++) {
                    toLeft.offer(await(toRight, right));
                }
            });
            for (int i = 0; i < rounds; i++) {
                toRight.offer(new Batch());
                await(toLeft, left);
            }

            // then
            answering.get();
        } finally {
            threads.shutdownNow();
        }
    }

    private static Batch await(Channel channel, Parker parker) {
        Batch batch = channel.poll();
        while (batch == null) {
            sleepUnless(parker, () -> !channel.isEmpty());
            batch = channel.poll();
        }
        return batch;
    }

    private void produce(int records, int flushEvery) {
        Outbox outbox = new Outbox(Partitioner.forward(), List.of(channel));
        for (int i = 0; i < records; i++) {
            while (!outbox.hasRoom()) {
                sleepUnless(producer, () -> !outbox.requestRoom());
                outbox.drain();
            }
            emit(outbox, i);
            if (i % flushEvery == 0) {
                outbox.flush();
            }
        }
        outbox.emitToAll(EndOfInput.INSTANCE);
        while (!outbox.hasRoom()) {
            sleepUnless(producer, () -> !outbox.requestRoom());
            outbox.drain();
        }
    }

    private int consume() {
        int next = 0;
        while (true) {
            Batch batch = await(channel, consumer);
            for (StreamElement element = batch.next(); element != null; element = batch.next()) {
                if (element == EndOfInput.INSTANCE) {
                    return next;
                }
                assertThat(((DataRecord) element).value()).isEqualTo(next++);
            }
        }
    }

    private static void sleepUnless(Parker parker, BooleanSupplier somethingToDo) {
        Thread me = Thread.currentThread();
        parker.announce(() -> LockSupport.unpark(me));
        if (!somethingToDo.getAsBoolean()) {
            while (parker.isAnnounced()) {
                LockSupport.park();
            }
        }
        parker.retract();
    }

    private static void emit(Outbox outbox, int value) {
        try {
            outbox.emit(new DataRecord(value, 0, null));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
