/**
 * Keyed state behind the API: key groups, the heap backend and the canonical snapshot format.
 *
 * <p>The key group is the unit in which state is partitioned and moved; one routine maps a key to its group for state,
 * timers and routing alike. A snapshot is captured at once and written later, off the task's thread, while the live state
 * goes on changing. Knows nothing of when a checkpoint is taken or whether it will be committed.
 */
@NullMarked
package io.millrace.state;

import org.jspecify.annotations.NullMarked;
