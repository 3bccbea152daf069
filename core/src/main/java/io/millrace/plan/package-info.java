/**
 * From what the user built to what runs: the logical graph, its checks, chaining and the physical plan.
 *
 * <p>All mistakes that can be seen without running are reported here, with the uid of the step concerned: missing serdes,
 * double uids, keys without a stable hash. The physical plan says which chains exist, how parallel they are, which
 * key groups belong to which task and how their channels connect. Nothing here runs anything.
 */
@NullMarked
package io.millrace.plan;

import org.jspecify.annotations.NullMarked;
