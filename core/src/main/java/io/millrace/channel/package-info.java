/**
 * The bounded queues between tasks and what fills them.
 *
 * <p>Read {@code Channel}, a ring of batches with one producer and one consumer; {@code Outbox}, which keeps one open batch
 * per channel and asks a {@code Partitioner} which channel a record takes; {@code Parker}, by which both ends sleep and wake
 * each other. A full channel is how back-pressure arises. Knows nothing of operators, and passes barriers on without
 * understanding them.
 */
@NullMarked
package io.millrace.channel;

import org.jspecify.annotations.NullMarked;
