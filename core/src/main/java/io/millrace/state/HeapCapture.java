package io.millrace.state;

import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.SnapshotStore;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * All states of a store as they were at a barrier: the layers that were there, and the version up to which their cells count.
 *
 * <p>It costs nothing to make. As long as somebody may read it, the task leaves its layers alone and sets values aside
 * before it replaces them. What the task wrote before the capture is visible to the storing thread by way of whatever
 * handed the capture over; what it writes later is dealt with in {@link Cell}. What the storing thread has read is behind
 * it when the task sees {@link Phase#UNREAD}, after which the layers may change again.
 *
 * <p>Made and released by the task, stored by any one thread.
 */
final class HeapCapture implements StateCapture {

    private enum Phase {
        WAITING,
        BEING_STORED,
        UNREAD
    }

    /** One state: how to describe and where to find it. */
    record CapturedState<V>(StateFormat<V> format, List<Layer<V>> layers) {}

    private final long checkpointId;
    private final int version;
    private final KeyGroupRange keyGroups;
    private final List<CapturedState<?>> states;
    private final Runnable onRelease;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private volatile boolean released;

    /**
     * Makes a capture.
     *
     * @param version the cells' version at the barrier
     * @param onRelease called by the task when the capture was released
     */
    HeapCapture(
            long checkpointId,
            int version,
            KeyGroupRange keyGroups,
            List<CapturedState<?>> states,
            Runnable onRelease) {
        this.checkpointId = checkpointId;
        this.version = version;
        this.keyGroups = keyGroups;
        this.states = List.copyOf(states);
        this.onRelease = onRelease;
    }

    int version() {
        return version;
    }

    @Override
    public List<StateRef> store(SnapshotStore store) throws IOException {
        if (!phase.compareAndSet(Phase.WAITING, Phase.BEING_STORED)) {
            requireNotReleased();
            throw new IllegalStateException(
                    "The capture for checkpoint " + checkpointId + " is stored once, not twice");
        }
        try {
            List<StateRef> refs = new ArrayList<>();
            for (CapturedState<?> state : states) {
                refs.add(store(state, store));
            }
            return refs;
        } finally {
            phase.set(Phase.UNREAD);
        }
    }

    @Override
    public void close() {
        if (!released) {
            released = true;
            phase.compareAndSet(Phase.WAITING, Phase.UNREAD);
            onRelease.run();
        }
    }

    boolean isReleased() {
        return released;
    }

    /** Whether it was released, and nobody reads it any more. */
    boolean isUnread() {
        return released && phase.get() == Phase.UNREAD;
    }

    private <V> StateRef store(CapturedState<V> state, SnapshotStore store) throws IOException {
        StateFormat<V> format = state.format();
        if (keyGroups.count() == 0) {
            return format.ref(keyGroups, List.of());
        }
        var file = store.writeExclusive(format.fileName(), out -> {
            var writer = new CanonicalWriter(out, format.header());
            for (int group = 0; group < keyGroups.count(); group++) {
                requireNotReleased();
                writeKeyGroup(state, group, writer);
            }
            writer.finish();
        });
        return format.ref(keyGroups, List.of(file));
    }

    private <V> void writeKeyGroup(CapturedState<V> state, int group, CanonicalWriter writer) throws IOException {
        StateFormat<V> format = state.format();
        boolean begun = false;
        for (Layer<V> layer : state.layers()) {
            for (var entry : layer.group(group).entrySet()) {
                V value = entry.getValue().valueAt(version);
                if (value == null) {
                    continue;
                }
                if (!begun) {
                    writer.beginKeyGroup(keyGroups.first() + group);
                    begun = true;
                }
                format.write(entry.getKey(), value, writer);
            }
        }
    }

    private void requireNotReleased() throws IOException {
        if (released) {
            throw new IOException("The capture for checkpoint " + checkpointId + " was released before it was stored");
        }
    }
}
