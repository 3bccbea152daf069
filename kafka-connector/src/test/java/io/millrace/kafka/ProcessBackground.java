package io.millrace.kafka;

import io.millrace.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An attempt's background work in a simulated process. What an action throws ends the simulation. */
final class ProcessBackground implements Background {

    private final SimulatedProcess process;
    private final String name;
    private boolean closed;

    ProcessBackground(SimulatedProcess process, String name) {
        this.process = process;
        this.name = name;
    }

    @Override
    public void execute(Runnable action) {
        run(action, ignored -> {});
    }

    @Override
    public void repeat(Duration pause, Runnable action) {
        if (!closed) {
            process.schedule(pause, () -> run(action, done -> repeat(pause, action)));
        }
    }

    private void run(Runnable action, Consumer<Boolean> then) {
        if (closed) {
            return;
        }
        process.call(
                name,
                () -> {
                    if (!closed) {
                        action.run();
                    }
                    return true;
                },
                (done, failure) -> {
                    requireNoFailure(failure);
                    then.accept(true);
                });
    }

    private void requireNoFailure(@Nullable Throwable failure) {
        if (failure != null) {
            throw new AssertionError(name + " threw " + failure, failure);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
