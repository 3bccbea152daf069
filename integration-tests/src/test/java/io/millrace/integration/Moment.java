package io.millrace.integration;

import static io.millrace.integration.Point.COMMIT_AFTER;
import static io.millrace.integration.Point.COMMIT_BEFORE;
import static io.millrace.integration.Point.DELETE_AFTER;
import static io.millrace.integration.Point.DELETE_BEFORE;
import static io.millrace.integration.Point.ENTRY_WRITTEN;
import static io.millrace.integration.Point.FENCE_AFTER;
import static io.millrace.integration.Point.FENCE_BEFORE;
import static io.millrace.integration.Point.JOB_FILE_AFTER;
import static io.millrace.integration.Point.JOB_FILE_BEFORE;
import static io.millrace.integration.Point.LOOK_AFTER;
import static io.millrace.integration.Point.LOOK_BEFORE;
import static io.millrace.integration.Point.MANIFEST_AFTER;
import static io.millrace.integration.Point.MANIFEST_BEFORE;
import static io.millrace.integration.Point.MANIFEST_READ;
import static io.millrace.integration.Point.MANIFEST_WRITE;
import static io.millrace.integration.Point.STATE_AFTER;
import static io.millrace.integration.Point.STATE_BEFORE;
import static io.millrace.integration.Point.STATE_READ;
import static io.millrace.integration.Point.STATE_RESTORE;
import static io.millrace.integration.Point.STATE_WRITE;
import static io.millrace.integration.Point.TAKE_OVER_AFTER;
import static io.millrace.integration.Point.TAKE_OVER_BEFORE;
import static io.millrace.integration.Point.VISIBLE_AFTER;
import static io.millrace.integration.Point.VISIBLE_BEFORE;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** A moment in the life of a job at which something may go wrong: each named point, where it means something different. */
record Moment(Life life, Point point) {

    /** What the job is doing. */
    enum Life {
        /** It starts for the first time. */
        FIRST_START(1),
        /** It runs, and has committed some checkpoints. */
        RUNNING(3),
        /** It goes on from what an earlier process left. */
        RECOVERY(1),
        /** Its input has ended. */
        END(1);

        private final int nth;

        Life(int nth) {
            this.nth = nth;
        }
    }

    private static final Set<Point> BEFORE_FENCING =
            EnumSet.of(LOOK_BEFORE, LOOK_AFTER, MANIFEST_READ, STATE_READ, FENCE_BEFORE);

    static Stream<Moment> all() {
        return Stream.of(
                        at(Life.FIRST_START, LOOK_BEFORE, LOOK_AFTER, FENCE_BEFORE, FENCE_AFTER),
                        at(
                                Life.FIRST_START,
                                JOB_FILE_BEFORE,
                                JOB_FILE_AFTER,
                                TAKE_OVER_BEFORE,
                                ENTRY_WRITTEN,
                                TAKE_OVER_AFTER),
                        at(Life.FIRST_START, MANIFEST_BEFORE, MANIFEST_AFTER, COMMIT_BEFORE, COMMIT_AFTER),
                        at(Life.RUNNING, STATE_WRITE, STATE_BEFORE, STATE_AFTER, MANIFEST_WRITE),
                        at(Life.RUNNING, MANIFEST_BEFORE, MANIFEST_AFTER, COMMIT_BEFORE, ENTRY_WRITTEN, COMMIT_AFTER),
                        at(Life.RUNNING, DELETE_BEFORE, DELETE_AFTER),
                        at(
                                Life.RECOVERY,
                                LOOK_BEFORE,
                                LOOK_AFTER,
                                MANIFEST_READ,
                                STATE_READ,
                                FENCE_BEFORE,
                                FENCE_AFTER),
                        at(Life.RECOVERY, TAKE_OVER_BEFORE, ENTRY_WRITTEN, TAKE_OVER_AFTER, STATE_RESTORE),
                        at(Life.RECOVERY, MANIFEST_BEFORE, MANIFEST_AFTER, COMMIT_BEFORE, COMMIT_AFTER, DELETE_BEFORE),
                        at(Life.END, VISIBLE_BEFORE, VISIBLE_AFTER))
                .flatMap(moments -> moments);
    }

    private static Stream<Moment> at(Life life, Point... points) {
        return Arrays.stream(points).map(point -> new Moment(life, point));
    }

    StopPlan halt() {
        return StopPlan.halt(point, life.nth);
    }

    StopPlan hold() {
        return StopPlan.hold(point, life.nth);
    }

    /** Whether a process that is held here has not fenced its predecessor yet: when it goes on, it takes over in its turn. */
    boolean isBeforeFencing() {
        return life != Life.RUNNING && BEFORE_FENCING.contains(point);
    }

    @Override
    public String toString() {
        return life + ": " + point;
    }
}
