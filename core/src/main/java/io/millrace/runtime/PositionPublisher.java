package io.millrace.runtime;

import io.millrace.checkpoint.Manifest;
import io.millrace.spi.SplitEnumerator;
import io.millrace.time.EventLoop;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hands committed source positions to the sources, which publish them for people and lag tools. One publication at a
 * time; what comes meanwhile is superseded by the newest.
 *
 * <p>Confined to the job's event loop.
 */
final class PositionPublisher {

    private final EventLoop loop;
    private final Map<String, SplitEnumerator> enumerators;
    private @Nullable Manifest waiting;
    private boolean busy;
    private @Nullable Runnable whenIdle;

    PositionPublisher(EventLoop loop, Map<String, SplitEnumerator> enumerators) {
        this.loop = loop;
        this.enumerators = enumerators;
    }

    void committed(Manifest manifest) {
        waiting = manifest;
        next();
    }

    /** Runs {@code action} once nothing is left to publish. */
    void whenIdle(Runnable action) {
        whenIdle = action;
        next();
    }

    private void next() {
        if (busy) {
            return;
        }
        Manifest manifest = waiting;
        if (manifest != null) {
            waiting = null;
            busy = true;
            loop.call("publish positions", () -> publish(manifest), (done, error) -> {
                busy = false;
                next();
            });
        } else if (whenIdle != null) {
            Runnable action = whenIdle;
            whenIdle = null;
            action.run();
        }
    }

    private boolean publish(Manifest manifest) {
        manifest.operators().forEach(operator -> {
            SplitEnumerator enumerator = enumerators.get(operator.uid());
            if (enumerator != null) {
                enumerator.committed(operator.positions());
            }
        });
        return true;
    }
}
