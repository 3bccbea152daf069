package io.millrace.runtime;

import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.StartRefusedException;
import io.millrace.plan.SplitAssignment;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.spi.SplitNews;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the splits of one source while it is read: asks its enumerator again and again for new ones, gives each to one
 * task, and tells all tasks what is blocked. What is found belongs to the checkpoints whose barrier comes after it; a start
 * from an earlier one finds it again. See docs/design/004-partition-discovery.md.
 *
 * <p>Confined to the job's event loop.
 */
final class SourceWatch {

    private static final Logger log = LoggerFactory.getLogger(SourceWatch.class);
    private static final String CONDITION = "discovery";

    private final String uid;
    private final SplitEnumerator enumerator;
    private final EventLoop loop;
    private final OperatorHealth health;
    private final Consumer<Throwable> fail;
    private final SplitAssignment assignment;
    private List<SourceTask> readers = List.of();
    private boolean failing;
    private boolean closed;

    /**
     * Does nothing yet.
     *
     * @param assignment what the tasks read already
     * @param fail ends the attempt
     */
    SourceWatch(
            String uid,
            SplitEnumerator enumerator,
            EventLoop loop,
            OperatorHealth health,
            Consumer<Throwable> fail,
            SplitAssignment assignment) {
        this.uid = uid;
        this.enumerator = enumerator;
        this.loop = loop;
        this.health = health;
        this.fail = fail;
        this.assignment = assignment;
    }

    /** Whether the error says that going on is wrong, rather than that something could not be found out. */
    static boolean endsAttempt(Throwable error) {
        return error instanceof DamagedException
                || error instanceof StartRefusedException
                || error instanceof FencedException
                || error instanceof Error;
    }

    /**
     * Begins to look.
     *
     * @param tasks the source's tasks, by subtask
     */
    void start(List<SourceTask> tasks) {
        readers = List.copyOf(tasks);
        look();
    }

    /** Does not look any more, and ignores what a running look finds. */
    void close() {
        closed = true;
    }

    private void look() {
        if (!closed) {
            loop.call("discover splits of " + uid, enumerator::discover, this::looked);
        }
    }

    private void looked(@Nullable SplitNews news, @Nullable Throwable error) {
        if (closed) {
            return;
        }
        if (error != null && endsAttempt(error)) {
            fail.accept(error);
            return;
        }
        if (news != null) {
            found(news);
            failing = false;
            health.resolve(CONDITION);
        } else if (error != null) {
            notFoundOut(error);
        }
        Optional<Duration> pause = enumerator.discoveryInterval();
        pause.ifPresent(interval -> loop.schedule(interval, this::look));
    }

    private void found(SplitNews news) {
        List<List<SourceSplit>> added = assignment.add(news.added());
        for (int subtask = 0; subtask < readers.size(); subtask++) {
            if (!added.get(subtask).isEmpty()) {
                log.info(
                        "Source {}: task {} also reads {}",
                        uid,
                        readers.get(subtask).id(),
                        added.get(subtask));
            }
            readers.get(subtask).update(new SplitNews(added.get(subtask), news.blocked()));
        }
    }

    private void notFoundOut(Throwable error) {
        if (!failing) {
            log.warn("Source {}: could not look for new splits; what is known is read on", uid, error);
        }
        failing = true;
        health.report(CONDITION, "Could not look for new splits: " + error.getMessage());
    }
}
