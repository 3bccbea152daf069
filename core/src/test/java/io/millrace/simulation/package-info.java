/**
 * Drives the real engine one step at a time, in an order drawn from a seed, over a clock that moves only when told to.
 *
 * <p>Read {@code SeededScheduler} first: it is the world; a {@code SimulatedProcess} is one process in it, with the
 * drivers and the event loop that a job needs, and can be killed or frozen at any step; {@code Carrier} says how code that
 * blocks takes turns with everything else. {@code TestSource}, {@code TestSink} and
 * {@code TestLog} stand for replayable partitions and transactional output. A seed that failed fails again.
 */
@NullMarked
package io.millrace.simulation;

import org.jspecify.annotations.NullMarked;
