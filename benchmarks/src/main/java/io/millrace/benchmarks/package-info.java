/**
 * JMH benchmarks of the hot paths, and the runs side by side with other engines.
 *
 * <p>A benchmark compares with a peer on the same broker and the same input, in one run, and reports ratios rather than
 * absolute numbers, because those depend on the machine.
 */
@NullMarked
package io.millrace.benchmarks;

import org.jspecify.annotations.NullMarked;
