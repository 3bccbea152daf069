/**
 * How a checkpoint is triggered, gathered, decided, announced and deleted.
 *
 * <p>The coordinator is one event loop over pure parts, each of which maps an event to actions: when to begin, who has reported,
 * publish and commit in order, what to delete. Here too are manifests, the file storage, the commit log in a storage, and the
 * {@code Participant} interface that tasks implement. Knows no task, no channel and no Kafka.
 */
@NullMarked
package io.millrace.checkpoint;

import org.jspecify.annotations.NullMarked;
