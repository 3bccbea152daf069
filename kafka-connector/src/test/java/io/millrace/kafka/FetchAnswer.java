package io.millrace.kafka;

/** Records of a partition, and the epoch of the leader that gave them. Immutable. */
record FetchAnswer(PartitionLog.Slice slice, int leaderEpoch) {}
