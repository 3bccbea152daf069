package io.millrace.element;

/**
 * Divides the elements of a channel into those before and those after a checkpoint.
 *
 * @param checkpointId number of the checkpoint; strictly increases within a job and is never reused
 */
public record CheckpointBarrier(long checkpointId) implements StreamElement {

    @Override
    public void deliverTo(ElementHandler handler, int channel) throws Exception {
        handler.onBarrier(this, channel);
    }
}
