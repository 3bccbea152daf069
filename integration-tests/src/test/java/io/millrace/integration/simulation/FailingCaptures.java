package io.millrace.integration.simulation;

import io.millrace.api.state.StateSpec;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.StateBackend;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A state backend that now and then cannot capture, so that checkpoints are given up while their barriers are under way. */
record FailingCaptures(StateBackend backend, BooleanSupplier fails) implements StateBackend {

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public KeyedStateStore open(KeyedStateContext context) {
        return new Store(backend.open(context), fails);
    }

    private record Store(KeyedStateStore store, BooleanSupplier fails) implements KeyedStateStore {

        @Override
        public void setCurrentKey(Object key, int keyGroup) {
            store.setCurrentKey(key, keyGroup);
        }

        @Override
        public <S> S handle(StateSpec<S> spec) {
            return store.handle(spec);
        }

        @Override
        public void restore(List<StateRef> refs, SnapshotReader reader) throws IOException {
            store.restore(refs, reader);
        }

        @Override
        public StateCapture capture(long checkpointId) {
            if (fails.getAsBoolean()) {
                throw new UncheckedIOException(new IOException("Simulated: a capture failed"));
            }
            return store.capture(checkpointId);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
