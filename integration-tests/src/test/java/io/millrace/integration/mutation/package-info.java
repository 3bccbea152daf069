/**
 * Shows that the simulation can fail: breaks the engine on purpose, one guarantee at a time, and counts the seeds that notice.
 *
 * <p>A {@code Mutation} is one or two lines of production source that are replaced; production code itself knows nothing of it.
 * {@code Mutations} has all of them, {@code MutationCompiler} compiles the changed sources into a folder of their own.
 */
@NullMarked
package io.millrace.integration.mutation;

import org.jspecify.annotations.NullMarked;
