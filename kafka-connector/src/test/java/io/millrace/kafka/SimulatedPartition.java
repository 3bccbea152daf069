package io.millrace.kafka;

import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A partition at its leader: the log, the appends that wait for the followers, and the fetches that wait for something to
 * read.
 */
final class SimulatedPartition {

    /** @param then told whether the followers got it; if not, another broker leads now, which may have it or not */
    private record AwaitingReplication(long offset, Consumer<Boolean> then) {}

    private final PartitionLog log = new PartitionLog();
    private final EventLoop loop;
    private final KafkaFaults faults;
    private List<AwaitingReplication> appends = new ArrayList<>();
    private List<Runnable> fetches = new ArrayList<>();

    SimulatedPartition(EventLoop loop, KafkaFaults faults) {
        this.loop = loop;
        this.faults = faults;
    }

    PartitionLog log() {
        return log;
    }

    /** Lets the followers fetch what was appended; they take their time. */
    void replicate(Consumer<Boolean> then) {
        long end = log.end();
        int epoch = log.leaderEpoch();
        appends.add(new AwaitingReplication(end, then));
        Duration delay = faults.replicationDelay();
        if (delay.isZero()) {
            replicatedTo(end);
        } else {
            loop.schedule(delay, () -> {
                if (epoch == log.leaderEpoch()) {
                    replicatedTo(end);
                }
            });
        }
    }

    private void replicatedTo(long offset) {
        log.replicateTo(offset);
        List<AwaitingReplication> waiting = appends;
        appends = new ArrayList<>();
        for (AwaitingReplication append : waiting) {
            if (append.offset() <= log.highWatermark()) {
                append.then().accept(true);
            } else {
                appends.add(append);
            }
        }
        changed();
    }

    /** Another broker leads from now on, with all that was replicated and a part of what was not. */
    void electCleanly() {
        long kept = log.highWatermark() + faults.draw((int) (log.end() - log.highWatermark()) + 1);
        elect(kept);
    }

    /** Another broker leads from now on, with nothing from {@code keptTo} on, whether or not it was acknowledged. */
    void elect(long keptTo) {
        log.elect(Math.min(keptTo, log.end()));
        List<AwaitingReplication> waiting = appends;
        appends = new ArrayList<>();
        waiting.forEach(append -> append.then().accept(false));
        changed();
    }

    /** Runs {@code fetch} again when there may be something new to read. */
    void awaitChange(Runnable fetch) {
        fetches.add(fetch);
    }

    void changed() {
        List<Runnable> waiting = fetches;
        fetches = new ArrayList<>();
        waiting.forEach(Runnable::run);
    }
}
