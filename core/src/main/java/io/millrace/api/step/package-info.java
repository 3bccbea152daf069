/**
 * What the user built, as a list of steps for a runner to read.
 *
 * <p>Read {@code Step} first; inputs say where a step's records come from and how they are routed. Users write against the
 * fluent types of {@code io.millrace.api}, which fill this model; planning turns it into what runs. Everything here is
 * immutable and says nothing of chains, tasks or parallel instances.
 */
@NullMarked
package io.millrace.api.step;

import org.jspecify.annotations.NullMarked;
