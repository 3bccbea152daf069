package io.millrace.kafka;

import org.apache.kafka.common.Uuid;

/** Records of a partition, the epoch of the leader that gave them, and the topic that they are in. Immutable. */
record FetchAnswer(PartitionLog.Slice slice, int leaderEpoch, Uuid topicId) {}
