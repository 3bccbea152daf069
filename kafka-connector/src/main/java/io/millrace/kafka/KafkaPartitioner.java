package io.millrace.kafka;

/**
 * Chooses the partition of a record that is to be written. Called by several tasks at a time, so it keeps no state of its own.
 *
 * @param <T> type of the pipeline's records
 */
@FunctionalInterface
public interface KafkaPartitioner<T> {

    /**
     * Returns the partition, from 0; a partition that does not exist refuses the record.
     *
     * @param partitions how many partitions the topic has; more may have been added since
     */
    int partition(T element, int partitions);
}
