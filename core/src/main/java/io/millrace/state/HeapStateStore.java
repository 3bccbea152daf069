package io.millrace.state;

import io.millrace.api.MisuseException;
import io.millrace.api.state.StateSpec;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the keyed state of one operator in one task as objects in tables, see {@link HeapTable}.
 *
 * <p>Confined to its task; captures are stored by other threads.
 */
final class HeapStateStore implements KeyedStateStore {

    /** How much of what captures left behind is tidied up with each record, and when a capture is released. */
    private static final int TIDIED_PER_RECORD = 16;

    private static final int TIDIED_PER_RELEASE = 10_000;

    private final KeyedStateContext context;
    private final KeyGroupRange keyGroups;
    private final Captures captures = new Captures();
    private final CurrentKey current = new CurrentKey();
    private final List<HeapState<?>> states = new ArrayList<>();
    private boolean untidy;

    HeapStateStore(KeyedStateContext context) {
        this.context = context;
        this.keyGroups = context.keyGroups();
        for (StateSpec<?> spec : context.states()) {
            states.add(HeapState.of(spec, context, captures, current));
        }
    }

    @Override
    public void setCurrentKey(Object key, int keyGroup) {
        if (!keyGroups.contains(keyGroup)) {
            throw new MisuseException("Operator '" + context.uid() + "', task " + context.subtask() + ", holds "
                    + keyGroups + " and got a key of key group " + keyGroup);
        }
        if (untidy) {
            tidy(TIDIED_PER_RECORD);
        }
        current.set(key, keyGroup - keyGroups.first());
    }

    @Override
    @SuppressWarnings("unchecked") // the handle was made for a spec of this type
    public <S> S handle(StateSpec<S> spec) {
        for (HeapState<?> state : states) {
            if (state.spec().equals(spec)) {
                return (S) state.handle();
            }
        }
        throw new MisuseException("Operator '" + context.uid() + "' asked for " + spec + ", but declared only "
                + context.states() + ": add it to what states() returns");
    }

    @Override
    public void restore(List<StateRef> refs, SnapshotReader reader) throws IOException {
        new HeapRestore(context, states, reader).restore(refs);
    }

    @Override
    public StateCapture capture(long checkpointId) {
        List<HeapCapture.CapturedState<?>> captured = new ArrayList<>();
        for (HeapState<?> state : states) {
            captured.add(state.capture());
        }
        var capture = new HeapCapture(checkpointId, captures.version(), keyGroups, captured, this::onRelease);
        captures.add(capture);
        return capture;
    }

    /** Captures that are being stored may go on: they hold what they need. */
    @Override
    public void close() {}

    private void onRelease() {
        tidy(TIDIED_PER_RELEASE);
    }

    private void tidy(int limit) {
        boolean stillRead = captures.removeReleased();
        boolean tidied = true;
        for (HeapState<?> state : states) {
            tidied &= state.table().tidy(limit);
        }
        current.forgetCells(); // removed keys have lost theirs
        untidy = stillRead || !tidied;
    }
}
