package io.millrace.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The value of one key, and earlier ones that captures still need.
 *
 * <p>Only the task changes a cell; threads that store captures read it at the same time, without locks. What makes this
 * safe: a value that some capture needs is never overwritten. It is set aside first, then the version is raised, then the
 * new value written, each with release semantics in this order. A reader takes value, then version, with acquire
 * semantics. If it sees the new value, it also sees the raised version and turns to what was set aside, which was written
 * before. If it sees a version that its capture covers, the value it took is the right one.
 *
 * @param <V> type of the value
 */
final class Cell<V> {

    private static final VarHandle VALUE;
    private static final VarHandle VERSION;

    static {
        try {
            var lookup = MethodHandles.lookup();
            VALUE = lookup.findVarHandle(Cell.class, "value", Object.class);
            VERSION = lookup.findVarHandle(Cell.class, "version", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A value that was replaced while a capture needed it. Its fields are final, so it is safe to meet it in a race. */
    private static final class Earlier<V> {

        private final @Nullable V value;
        private final int version;
        private final @Nullable Earlier<V> next;

        Earlier(@Nullable V value, int version, @Nullable Earlier<V> next) {
            this.value = value;
            this.version = version;
            this.next = next;
        }
    }

    /** Null if the key has none. */
    private @Nullable V value;

    /** Captures of this version and later ones hold {@link #value}. */
    private int version;

    private @Nullable Earlier<V> earlier;

    Cell(V value, int version) {
        this.value = value;
        this.version = version;
    }

    /** The value as it is now. For the task. */
    @Nullable
    V value() {
        return value;
    }

    /** The first version whose capture holds the value as it is now. For the task. */
    int version() {
        return version;
    }

    /** Overwrites the value, which no capture holds. For the task. */
    void overwrite(@Nullable V newValue) {
        VALUE.setRelease(this, newValue);
    }

    /**
     * Sets the value aside for the captures that hold it, and writes a new one. For the task.
     *
     * @param newVersion higher than the version of each capture so far
     * @param keepEarlier whether captures need what was set aside before
     */
    void setAside(@Nullable V newValue, int newVersion, boolean keepEarlier) {
        earlier = new Earlier<>(value, version, keepEarlier ? earlier : null);
        VERSION.setRelease(this, newVersion);
        VALUE.setRelease(this, newValue);
    }

    /** Forgets what was set aside; no capture needs it. For the task. */
    void forgetEarlier() {
        earlier = null;
    }

    /** Returns the value that a capture holds, or null if the key had none. For any thread. */
    @SuppressWarnings("unchecked") // what setRelease wrote
    @Nullable
    V valueAt(int captured) {
        V current = (V) VALUE.getAcquire(this);
        if ((int) VERSION.getAcquire(this) <= captured) {
            return current;
        }
        for (Earlier<V> e = earlier; e != null; e = e.next) {
            if (e.version <= captured) {
                return e.value;
            }
        }
        return null;
    }
}
