package io.millrace.element;

/** Receives elements by kind; a new kind of element breaks the build wherever it has to be handled. */
public interface ElementHandler {

    void onRecord(DataRecord element, int channel) throws Exception;

    void onBarrier(CheckpointBarrier barrier, int channel) throws Exception;

    void onEndOfInput(int channel) throws Exception;
}
