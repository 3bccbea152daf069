package io.millrace.plan;

import io.millrace.api.step.Routing;

/**
 * A connection of two chains by channels: one from each upstream task to each downstream task, or from task i to task i
 * if it is {@link Routing.Forward}.
 *
 * @param id index in {@link PhysicalPlan#edges()}
 * @param fromChain index of the upstream chain
 * @param toChain index of the downstream chain
 * @param routing how records choose among the channels; {@code Forward} only between chains of equal parallelism
 */
public record Edge(int id, int fromChain, int toChain, Routing routing) {}
