package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadEventLoopTest {

    private static final Duration LONG = Duration.ofDays(1);

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final ThreadEventLoop loop = new ThreadEventLoop("job", errors::add);

    @AfterEach
    void close() throws InterruptedException {
        loop.close(Duration.ZERO);
    }

    @Test
    void shouldRunEventsInOrderOnOneThread() throws Exception {
        // given
        List<Integer> ran = new ArrayList<>();

        // when
        IntStream.range(0, 1_000).forEach(i -> loop.execute(() -> ran.add(i)));

        // then
        settle();
        assertThat(ran).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void shouldRunScheduledEventUnlessCancelled() throws Exception {
        // given
        CompletableFuture<String> ran = new CompletableFuture<>();

        // when: by an event, so that no timer can run in between
        loop.execute(() -> {
            loop.schedule(Duration.ZERO, () -> ran.complete("cancelled")).cancel();
            loop.schedule(Duration.ofMillis(1), () -> ran.complete("other"));
        });

        // then
        assertThat(ran.get()).isEqualTo("other");
    }

    @Test
    void shouldHandOutcomesOfBlockingCallsBackAsEvents() throws Exception {
        // given
        CompletableFuture<String> outcomes = new CompletableFuture<>();

        // when
        loop.call(
                "read",
                () -> Thread.currentThread().getName(),
                (name, failure) -> outcomes.complete(name + " " + failure + " " + loop.isCurrentThread()));

        // then
        assertThat(outcomes.get()).isEqualTo("job/read null true");
    }

    @Test
    void shouldHandOverWhatBlockingCallThrew() throws Exception {
        // given
        Error thrown = new AssertionError("call");
        CompletableFuture<Throwable> outcomes = new CompletableFuture<>();

        // when
        loop.call(
                "read",
                () -> {
                    throw thrown;
                },
                (result, failure) -> outcomes.complete(failure));

        // then
        assertThat(outcomes.get()).isSameAs(thrown);
    }

    @Test
    void shouldRunBlockingCallsSideBySide() throws Exception {
        // given: each waits for the other
        CountDownLatch both = new CountDownLatch(2);
        CountDownLatch done = new CountDownLatch(2);

        // when
        for (int i = 0; i < 2; i++) {
            loop.call(
                    "wait",
                    () -> {
                        both.countDown();
                        both.await();
                        return true;
                    },
                    (result, failure) -> done.countDown());
        }

        // then
        done.await();
    }

    @Test
    void shouldReportErrorAndGoOnWhenEventThrows() throws Exception {
        // given
        Error thrown = new AssertionError("event");
        loop.execute(() -> {
            throw thrown;
        });

        // when
        settle();

        // then
        assertThat(errors).containsExactly(thrown);
    }

    @Test
    void shouldIgnoreEverythingWhenClosed() throws Exception {
        // given
        assertThat(loop.close(LONG)).isTrue();
        List<String> ran = new CopyOnWriteArrayList<>();

        // when
        loop.execute(() -> ran.add("event"));
        loop.schedule(Duration.ZERO, () -> ran.add("timer")).cancel();
        loop.call("call", () -> ran.add("call"), (result, failure) -> ran.add("then"));

        // then
        assertThat(ran).isEmpty();
    }

    /** O01: an event of the loop may close it. */
    @Test
    void shouldNotWaitForItselfWhenClosedByAnEvent() throws Exception {
        // given
        CompletableFuture<Boolean> closed = new CompletableFuture<>();

        // when
        loop.execute(() -> {
            try {
                closed.complete(loop.close(LONG));
            } catch (InterruptedException e) {
                closed.completeExceptionally(e);
            }
        });

        // then
        assertThat(closed.get()).isTrue();
    }

    /** O02: a call that cannot be interrupted does not hold up the end. */
    @Test
    void shouldCloseWithinBoundWhenCallSwallowsInterrupts() throws Exception {
        // given
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        loop.call(
                "stubborn",
                () -> {
                    started.countDown();
                    while (release.getCount() > 0) {
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            // swallowed on purpose
                        }
                    }
                    return true;
                },
                (result, failure) -> {});
        started.await();

        // when
        boolean ended = loop.close(Duration.ofMillis(1));

        // then
        assertThat(ended).isFalse();
        release.countDown();
    }

    private void settle() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        loop.execute(reached::countDown);
        reached.await();
    }
}
