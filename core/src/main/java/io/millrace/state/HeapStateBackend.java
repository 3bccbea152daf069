package io.millrace.state;

import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.StateBackend;

/**
 * Keeps keyed state on the heap, as {@code heap}: as fast as a hash map, as large as memory allows. Snapshots are whole, in
 * the canonical format, and are written while processing goes on.
 *
 * <p>Thread-safe.
 */
public final class HeapStateBackend implements StateBackend {

    @Override
    public String name() {
        return "heap";
    }

    @Override
    public KeyedStateStore open(KeyedStateContext context) {
        return new HeapStateStore(context);
    }
}
