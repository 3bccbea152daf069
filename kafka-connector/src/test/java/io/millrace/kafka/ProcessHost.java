package io.millrace.kafka;

import io.millrace.simulation.SimulatedProcess;
import io.millrace.time.Clock;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A simulated process as a home of clients: its blocking code waits by giving others a turn. */
record ProcessHost(SimulatedProcess process) implements ClientHost {

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public EventLoop loop() {
        return process;
    }

    @Override
    public Clock clock() {
        return process.clock();
    }

    @Override
    public boolean await(String what, Duration bound, BooleanSupplier until) {
        return (process.isAlive() && until.getAsBoolean()) || process.block(what, bound, until);
    }

    @Override
    public Background background(String name) {
        return new ProcessBackground(process, name);
    }
}
