/**
 * Names of metrics, and the handle by which the operators of an attempt register theirs.
 *
 * <p>Begin with {@code MetricNames}. Meters are Micrometer's; which registry they go to is an option of the job. Knows nothing
 * of what is measured: whoever owns a number registers it.
 */
@NullMarked
package io.millrace.metrics;

import org.jspecify.annotations.NullMarked;
