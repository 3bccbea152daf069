package io.millrace.integration.simulation;

import io.millrace.api.DeadLetter;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.kafka.DeliveryGuarantee;
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

    /** The sink of dead letters, as a process reaches it; only if there can be any. */
    Sink<DeadLetter> deadLetters(SimulatedProcess process);

    /** What a reader of committed data has seen of dead letters. */
    List<SeenDeadLetter> seenDeadLetters();

    /**
     * A dead letter that was seen.
     *
     * @param original the record that it says it comes from, and carries
     * @param operator the step that failed on it
     * @param reason what failed
     */
    record SeenDeadLetter(Item original, String operator, String reason) {}

    /** What a reader of committed data has seen of a sink's output, in order per key. */
    List<Item> seen(int sink);

    /** All entries of the commit log that are decided, in order. */
    List<LogEntry> entries();

    /** How often each item is seen that comes to a sink. */
    DeliveryGuarantee guarantee(int sink);

    /** Something goes wrong outside of all processes, as drawn; returns what. Empty if nothing can. */
    Optional<String> disturb();

    /**
     * Something that was read is something else now, or is not there any more; returns its name. Empty if nothing can be.
     *
     * @param mayVanish whether it may be gone
     */
    Optional<String> spoilInput(boolean mayVanish);

    /** From now on nothing more goes wrong, and all of the input is there. */
    void calm();

    /** What is left open although no process runs; empty if all is settled. */
    Optional<String> leftOpen();
}
