package io.millrace.integration.simulation;

import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.spi.LogEntry;
import java.util.List;
import java.util.Optional;

/** Where a simulated job reads and writes, and where it is decided what counts. Outlives its processes. */
interface Outside {

    /** Input of a source, as a process reaches it. */
    Source<Item> source(SimulatedProcess process, int source);

    /** A sink, as a process reaches it. */
    Sink<Item> sink(SimulatedProcess process, int sink);

    /** What a reader of committed data has seen of a sink's output, in order per key. */
    List<Item> seen(int sink);

    /** All entries of the commit log that are decided, in order. */
    List<LogEntry> entries();

    /** Whether each item is seen once; else at least once. */
    boolean isExactlyOnce();

    /** Something goes wrong outside of all processes, as drawn; returns what. Empty if nothing can. */
    Optional<String> disturb();

    /** From now on nothing more goes wrong. */
    void calm();

    /** What is left open although no process runs; empty if all is settled. */
    Optional<String> leftOpen();
}
