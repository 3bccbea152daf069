package io.millrace.samples.demo;

/**
 * When to kill: at even parts of the way, never before the process has got anywhere, never at the end. Confined to one thread.
 */
final class KillPlan {

    private static final int CHECKPOINTS_BEFORE = 2;

    private final int kills;
    private final long total;
    private int done;

    KillPlan(int kills, long total) {
        this.kills = kills;
        this.total = total;
    }

    /**
     * Whether a kill is due now.
     *
     * @param counted how many words a reader of the output sees counted
     * @param checkpoints how many checkpoints the process in question has committed
     */
    boolean isDue(long counted, int checkpoints) {
        return done < kills
                && checkpoints >= CHECKPOINTS_BEFORE
                && counted >= total * (done + 1) / (kills + 1)
                && counted < total;
    }

    void killed() {
        done++;
    }

    int done() {
        return done;
    }
}
