/**
 * From what the user built to what runs: the logical graph, its checks, chaining and the physical plan.
 *
 * <p>Mistakes that can be seen without running are reported here, with the uid of the step concerned: sources and sinks
 * that are no connectors, more tasks than key groups, inputs keyed in different ways. Read {@code LogicalGraph}, {@code Planner},
 * {@code PhysicalPlan}: which chains exist, how parallel they are and by which edges they are connected. Nothing here runs
 * anything.
 */
@NullMarked
package io.millrace.plan;

import org.jspecify.annotations.NullMarked;
