package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.DamagedException;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.spi.SplitNews;
import io.millrace.time.ManualEventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When readers that doubt may go on. */
class SplitVerifierTest {

    private final ManualEventLoop loop = new ManualEventLoop();
    private final TestOperator operator = TestOperator.of("job", "lines");
    private final Queue<RuntimeException> outcomes = new ArrayDeque<>();
    private final SplitVerifier verifier =
            new SplitVerifier("lines", new Enumerator(), loop, operator.health(), operator::fail);

    @Test
    void shouldLetReadersGoOnOnlyAfterCheckThatBeganLater() {
        // given: a check that runs already
        CompletableFuture<Void> first = verifier.verify().toCompletableFuture();
        loop.runEvents();
        CompletableFuture<Void> second = verifier.verify().toCompletableFuture();
        CompletableFuture<Void> third = verifier.verify().toCompletableFuture();
        loop.runEvents();
        assertThat(loop.pendingCalls()).hasSize(1);

        // when
        loop.runCall("verify");
        loop.runEvents();

        // then
        assertThat(first).isDone();
        assertThat(second).isNotDone();
        assertThat(loop.pendingCalls()).hasSize(1);
        loop.runAll();
        assertThat(second).isDone();
        assertThat(third).isDone();
        assertThat(loop.pendingCalls()).isEmpty();
    }

    @Test
    void shouldAskAgainWhenItCouldNotBeFoundOut() {
        // given
        outcomes.add(new IllegalStateException("no broker answers"));
        CompletableFuture<Void> verified = verifier.verify().toCompletableFuture();

        // when
        loop.runAll();

        // then
        assertThat(verified).isNotDone();
        assertThat(operator.conditions().values()).singleElement().asString().contains("no broker answers");
        loop.advance(Duration.ofSeconds(1));
        loop.runAll();
        assertThat(verified).isDone();
        assertThat(operator.conditions()).isEmpty();
        assertThat(operator.failures()).isEmpty();
    }

    @Test
    void shouldEndAttemptWhenSplitsAreOthers() {
        // given
        DamagedException other = new DamagedException("created again");
        outcomes.add(other);

        // when
        CompletableFuture<Void> verified = verifier.verify().toCompletableFuture();
        loop.runAll();

        // then
        assertThat(operator.failures()).containsExactly(other);
        assertThat(verified).isNotDone();
    }

    private final class Enumerator implements SplitEnumerator {

        @Override
        public void check() {}

        @Override
        public List<SourceSplit> start() {
            return List.of();
        }

        @Override
        public List<SourceSplit> resume(List<SourceSplit> restored) {
            return restored;
        }

        @Override
        public Optional<Duration> discoveryInterval() {
            return Optional.empty();
        }

        @Override
        public SplitNews discover() {
            return SplitNews.NONE;
        }

        @Override
        public void verify() {
            RuntimeException outcome = outcomes.poll();
            if (outcome != null) {
                throw outcome;
            }
        }

        @Override
        public void committed(List<SourceSplit> positions) {}

        @Override
        public void close() {}
    }
}
