package io.millrace.channel;

import io.millrace.element.DataRecord;
import io.millrace.state.KeyGroups;

/**
 * Takes the channel to the task that holds the key group of the record's key.
 *
 * <p>Confined to its outbox.
 */
public final class KeyGroupPartitioner implements Partitioner {

    private final KeyExtractor keys;

    /** Per key group the task that holds it. */
    private final int[] owners;

    /**
     * Creates a partitioner.
     *
     * @param keys tells the keys
     * @param channels number of downstream tasks
     * @param keyGroups number of key groups of the job
     */
    public KeyGroupPartitioner(KeyExtractor keys, int channels, int keyGroups) {
        this.keys = keys;
        this.owners = new int[keyGroups];
        for (int keyGroup = 0; keyGroup < keyGroups; keyGroup++) {
            owners[keyGroup] = KeyGroups.ownerOf(keyGroup, channels, keyGroups);
        }
    }

    @Override
    public int channelOf(DataRecord element) {
        return owners[keys.keyGroupOf(keys.keyOf(element), element)];
    }
}
