package io.millrace.kafka;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a client waits. Immutable.
 *
 * @param attempt for one answer before it sends the request again; null for ever
 * @param whole for an outcome; null for ever
 */
record CallBounds(@Nullable Duration attempt, @Nullable Duration whole) {}
