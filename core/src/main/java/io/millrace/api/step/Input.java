package io.millrace.api.step;

/**
 * One input of a step.
 *
 * @param from the {@link Step#id()} of the step that the records come from
 * @param routing how they are spread
 */
public record Input(int from, Routing routing) {}
