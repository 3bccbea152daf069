/**
 * Whole jobs in a simulated world: random pipelines over simulated brokers and a simulated disk, with faults at any step, all
 * drawn from one seed.
 *
 * <p>Read {@code Simulation} first: it plays one seed. {@code DrawnPipeline} is what runs, and what an undisturbed run of it must
 * write; {@code Outside} is where its input and output are; {@code Disturbances} is what goes wrong; {@code Oracle} says what
 * must hold all the same. {@code SimulationMain} plays many seeds. docs/simulation.md tells more.
 */
@NullMarked
package io.millrace.integration.simulation;

import org.jspecify.annotations.NullMarked;
