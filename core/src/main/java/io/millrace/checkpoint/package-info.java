/**
 * How a checkpoint is triggered, gathered, decided, announced and deleted.
 *
 * <p>The coordinator is one event loop over pure parts, each of which maps an event to what follows: when to begin, who has
 * reported, whose turn it is to be published and committed, what to delete. Read in this order: Participant, TaskReports,
 * CheckpointCoordinator, TriggerPolicy, PendingCheckpoint, CommitSequence, Decider, Retention, Housekeeping; then, for what is
 * stored, Manifest, JobStorage, CheckpointFiles, StorageCommitLog. Knows no task, no channel and no Kafka.
 */
@NullMarked
package io.millrace.checkpoint;

import org.jspecify.annotations.NullMarked;
