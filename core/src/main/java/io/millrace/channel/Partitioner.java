package io.millrace.channel;

import io.millrace.element.DataRecord;

/**
 * Chooses the channel that a record takes to the next chain of operators.
 *
 * <p>Confined to its outbox.
 */
public interface Partitioner {

    /** Answer of {@link #channelOf}: all channels. */
    int ALL = -1;

    /**
     * Returns the index of the channel for a record, or {@link #ALL}.
     *
     * @throws Exception naming the record, if there is no channel for it
     */
    int channelOf(DataRecord element) throws Exception;

    /** To the only channel. */
    static Partitioner forward() {
        return element -> 0;
    }

    /** To all channels. */
    static Partitioner broadcast() {
        return element -> ALL;
    }

    /**
     * To all channels in turn.
     *
     * @param channels how many there are
     * @param first where to begin; each upstream task should begin elsewhere
     */
    static Partitioner rebalance(int channels, int first) {
        return new RebalancePartitioner(channels, first % channels);
    }
}
