/**
 * What travels in a channel: records, barriers, watermarks, stream status and the end of input.
 *
 * <p>Read {@code StreamElement} first; the other types are its closed set of kinds. Elements are immutable and travel by
 * reference, so nobody may change one that was sent. This package is the lowest of all: it uses nothing else of Millrace
 * and knows nothing of tasks, channels or how a checkpoint is taken.
 */
@NullMarked
package io.millrace.element;

import org.jspecify.annotations.NullMarked;
