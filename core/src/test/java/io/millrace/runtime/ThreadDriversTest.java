package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.checkpoint.TaskId;
import io.millrace.runtime.Drivers.Driver;
import io.millrace.runtime.Drivers.DriverListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadDriversTest {

    private static final Duration FOREVER = Duration.ofDays(1);

    private final List<String> journal = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ThreadDrivers drivers = new ThreadDrivers("job", FOREVER);
    private final ScriptedTask task = new ScriptedTask();

    @Test
    void shouldOpenStepAndCloseOnDaemonThreadNamedAfterJobAndTask() throws Exception {
        // given
        task.onStep = () -> {
            Thread thread = Thread.currentThread();
            journal.add("step on " + thread.getName() + (thread.isDaemon() ? " daemon" : ""));
            task.stepped.countDown();
        };
        Driver driver = drive();
        task.stepped.await();

        // when
        driver.cancel();
        ended.await();

        // then
        assertThat(journal.subList(0, 3)).containsExactly("open", "opened", "step on job/task[0] daemon");
        assertThat(journal).endsWith("close", "ended");
        assertThat(failures).isEmpty();
        assertThat(driver.isCurrentThread()).isFalse();
    }

    @Test
    void shouldEndParkedTaskWhenCancelled() throws Exception {
        // given
        Driver driver = drive();
        task.parked.await();

        // when
        driver.cancel();

        // then
        ended.await();
        assertThat(failures).isEmpty();
    }

    @Test
    void shouldNotParkWhenCancelledBetweenStepAndParking() throws Exception {
        // given: whoever wakes a task that has not prepared to park yet wakes nobody
        CountDownLatch driven = new CountDownLatch(1);
        Driver[] driver = new Driver[1];
        task.onPrepare = () -> {
            driven.await();
            driver[0].cancel();
        };

        // when
        driver[0] = drive();
        driven.countDown();

        // then
        ended.await();
        assertThat(journal).containsExactly("open", "opened", "close", "ended");
    }

    @Test
    void shouldNotOpenWhenCancelledInTime() throws Exception {
        // given: the cancel comes from the thread itself, before anything else
        TaskThread thread = new TaskThread("job", task, new Listener(), FOREVER);
        thread.cancel();

        // when
        thread.start();
        ended.await();

        // then
        assertThat(journal).containsExactly("close", "ended");
    }

    @Test
    void shouldTellFailureOnceAndCloseWhenStepThrows() throws Exception {
        // given
        RuntimeException failure = new IllegalStateException("step");
        task.onStep = () -> {
            throw failure;
        };

        // when
        drive();
        ended.await();

        // then
        assertThat(failures).containsExactly(failure);
        assertThat(journal).containsExactly("open", "opened", "failed", "close", "ended");
    }

    @Test
    void shouldTellFailureAndCloseWhenOpenThrows() throws Exception {
        // given
        task.onOpen = () -> {
            throw new IllegalStateException("open");
        };

        // when
        drive();
        ended.await();

        // then
        assertThat(journal).containsExactly("open", "failed", "close", "ended");
    }

    @Test
    void shouldTellFailureWhenStepThrowsAnError() throws Exception {
        // given
        Error failure = new StackOverflowError();
        task.onStep = () -> {
            throw failure;
        };

        // when
        drive();
        ended.await();

        // then
        assertThat(failures).containsExactly(failure);
    }

    /** O02: the first cause is reported, what closing throws is suppressed under it. */
    @Test
    void shouldSuppressFailureOfCloseUnderFailureOfStep() throws Exception {
        // given
        Exception failure = new IllegalStateException("step");
        Exception closing = new IllegalStateException("close");
        task.onStep = () -> {
            throw failure;
        };
        task.onClose = () -> {
            throw closing;
        };

        // when
        drive();
        ended.await();

        // then
        assertThat(failures).containsExactly(failure);
        assertThat(failure.getSuppressed()).containsExactly(closing);
    }

    /** O02 */
    @Test
    void shouldTellFailureOfCloseWhenNothingFailedBefore() throws Exception {
        // given
        Exception closing = new IllegalStateException("close");
        task.onClose = () -> {
            throw closing;
        };
        Driver driver = drive();
        task.parked.await();

        // when
        driver.cancel();
        ended.await();

        // then
        assertThat(failures).containsExactly(closing);
    }

    @Test
    void shouldInterruptBlockedStepWhenCancelAloneDoesNotHelp() throws Exception {
        // given
        task.onStep = () -> {
            task.stepped.countDown();
            new CountDownLatch(1).await();
        };
        Driver driver = drive();
        task.stepped.await();
        driver.cancel();

        // when
        driver.interrupt();
        ended.await();

        // then: it was asked to end, so how it ended is no failure
        assertThat(failures).isEmpty();
    }

    /** O02: user code that swallows the interrupt ends all the same once it returns, and closing is not disturbed by it. */
    @Test
    void shouldEndWhenUserCodeSwallowsInterruptAndSetsTheFlagAgain() throws Exception {
        // given
        task.onStep = () -> {
            task.stepped.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        task.onClose = () -> {
            if (Thread.interrupted()) {
                throw new IllegalStateException("interrupted while closing");
            }
        };
        Driver driver = drive();
        task.stepped.await();

        // when
        driver.cancel();
        driver.interrupt();
        ended.await();

        // then
        assertThat(failures).isEmpty();
    }

    @Test
    void shouldParkAgainWhenUserCodeLeftTheInterruptFlag() throws Exception {
        // given
        task.onStep = () -> {
            if (task.stepped.getCount() > 0) {
                task.stepped.countDown();
                Thread.currentThread().interrupt();
            }
        };
        Driver driver = drive();

        // when
        task.parkedTwice.await();

        // then: the flag ends one park, not all
        assertThat(task.interruptedWhenParked.subList(0, 2)).containsExactly(true, false);
        driver.cancel();
        ended.await();
    }

    @Test
    void shouldGoOnWhenListenerThrows() throws Exception {
        // given
        Driver driver = drivers.drive(task, new Listener() {
            @Override
            public void opened(Task opened) {
                throw new IllegalStateException("listener");
            }
        });
        task.parked.await();

        // when
        driver.cancel();
        ended.await();

        // then
        assertThat(journal).endsWith("close", "ended");
        assertThat(failures).isEmpty();
    }

    private Driver drive() {
        return drivers.drive(task, new Listener());
    }

    private class Listener implements DriverListener {

        @Override
        public void opened(Task opened) {
            journal.add("opened");
        }

        @Override
        public void failed(Task failed, Throwable cause) {
            journal.add("failed");
            failures.add(cause);
        }

        @Override
        public void ended(Task endedTask) {
            journal.add("ended");
            ended.countDown();
        }
    }

    @FunctionalInterface
    private interface Script {
        void run() throws Exception;
    }

    /** Idles, and does what a test wants it to. */
    private final class ScriptedTask implements Task {

        private final CountDownLatch stepped = new CountDownLatch(1);
        private final CountDownLatch parked = new CountDownLatch(1);
        private final CountDownLatch parkedTwice = new CountDownLatch(2);
        private volatile Script onOpen = () -> {};
        private volatile Script onStep = () -> {};
        private volatile Script onPrepare = () -> {};
        private volatile Script onClose = () -> {};
        private volatile boolean prepared;
        private volatile Thread driver;
        private final List<Boolean> interruptedWhenParked = new CopyOnWriteArrayList<>();
        private volatile boolean woken;

        @Override
        public void open() throws Exception {
            journal.add("open");
            driver = Thread.currentThread();
            onOpen.run();
        }

        @Override
        public Progress step() throws Exception {
            onStep.run();
            return Progress.IDLE;
        }

        @Override
        public boolean prepareToPark() {
            try {
                onPrepare.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            prepared = true;
            return true;
        }

        @Override
        public void park(Duration maxWait) {
            interruptedWhenParked.add(Thread.currentThread().isInterrupted());
            parked.countDown();
            parkedTwice.countDown();
            while (!woken && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(maxWait.toNanos());
            }
            woken = false;
            prepared = false;
        }

        @Override
        public boolean isParked() {
            return false;
        }

        @Override
        public void wake() {
            woken = prepared;
            LockSupport.unpark(driver);
        }

        @Override
        public void close() throws Exception {
            journal.add("close");
            onClose.run();
        }

        @Override
        public TaskId id() {
            return new TaskId("task", 0);
        }

        @Override
        public boolean isSource() {
            return false;
        }

        @Override
        public void begin() {}

        @Override
        public void trigger(long checkpointId, boolean pause) {}

        @Override
        public void resume() {}

        @Override
        public void committed(long checkpointId) {}

        @Override
        public void aborted(long checkpointId) {}
    }
}
