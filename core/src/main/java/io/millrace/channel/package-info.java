/**
 * The bounded queues between tasks and what fills them.
 *
 * <p>A channel is a ring of batches with one producer and one consumer; an outbox keeps one open batch per channel and asks
 * a partitioner which channel a record takes. A full channel is how back-pressure arises. Knows nothing
 * of operators, and passes barriers on without understanding them.
 */
@NullMarked
package io.millrace.channel;

import org.jspecify.annotations.NullMarked;
