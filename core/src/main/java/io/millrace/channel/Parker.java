package io.millrace.channel;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where one task sleeps: a flag by which those who have news for it see whether it has to be woken at all.
 *
 * <p>The sleeper announces itself and only then looks a last time whether there is something to do; the others publish
 * their news and only then look at the flag. With a fence between the two on both sides, at least one of them sees the
 * other, so no wake-up is lost. A wake-up too many is possible and harmless.
 *
 * <p>{@link #wake} and {@link #isAnnounced} are thread-safe, the others confined to the task's driver.
 */
public final class Parker {

    private @Nullable Runnable alarm;
    private volatile boolean announced;

    /** Says that the task is about to sleep, before it looks a last time for something to do. */
    public void announce(Runnable wakeUp) {
        alarm = wakeUp; // published by the write to the flag
        announced = true;
        VarHandle.fullFence();
    }

    /** Takes the announcement back: the task is awake. */
    public void retract() {
        announced = false;
    }

    /** Whether the task announced itself and nobody has woken it since. */
    public boolean isAnnounced() {
        return announced;
    }

    /** Wakes the task if it sleeps or is about to. Call after the news are published. */
    public void wake() {
        VarHandle.fullFence();
        if (announced) {
            announced = false;
            Runnable wakeUp = alarm;
            if (wakeUp != null) {
                wakeUp.run();
            }
        }
    }
}
