/**
 * Shows that the simulation can fail: breaks the engine on purpose, one guarantee at a time, and counts the seeds that notice.
 *
 * <p>A {@code Mutation} is one or two lines of production source that are replaced; production code itself knows nothing of it.
 * {@code MutationCompiler} compiles the changed sources into a folder of their own, which comes first on the class path of a JVM in
 * which {@code SeedMain} plays the seeds; {@code MutatedRun} follows it. {@code MutationsMain} does so for all of {@code Mutations}
 * and writes the table in docs/simulation.md.
 */
@NullMarked
package io.millrace.integration.mutation;

import org.jspecify.annotations.NullMarked;
