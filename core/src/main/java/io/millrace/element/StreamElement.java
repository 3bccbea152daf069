package io.millrace.element;

/**
 * Anything that travels through a channel from one task to another.
 *
 * <p>Elements are shared by reference between threads and must not be changed by anyone after they were emitted.
 */
public sealed interface StreamElement permits DataRecord, CheckpointBarrier, EndOfInput {

    /**
     * Hands this element to the handler's method for its kind, so that nobody has to cast.
     *
     * @param handler receives the element
     * @param channel index of the input channel that delivered it
     * @throws Exception whatever the handler throws
     */
    void deliverTo(ElementHandler handler, int channel) throws Exception;
}
