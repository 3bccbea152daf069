package io.millrace.channel;

import io.millrace.element.DataRecord;

/** Takes all channels in turn. Confined to its outbox. */
final class RebalancePartitioner implements Partitioner {

    private final int channels;
    private int next;

    RebalancePartitioner(int channels, int first) {
        this.channels = channels;
        this.next = first;
    }

    @Override
    public int channelOf(DataRecord element) {
        int channel = next;
        next = channel + 1 == channels ? 0 : channel + 1;
        return channel;
    }
}
