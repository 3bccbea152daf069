package io.millrace.element;

/** The last element of a channel that carries data; only barriers follow it. */
public enum EndOfInput implements StreamElement {
    INSTANCE;

    @Override
    public void deliverTo(ElementHandler handler, int channel) throws Exception {
        handler.onEndOfInput(channel);
    }
}
