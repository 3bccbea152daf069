package io.millrace.integration;

import io.millrace.api.Config;
import java.util.Map;
import java.util.Optional;

/**
 * Where and how a worker stops itself.
 *
 * @param point where
 * @param nth the how-manieth time it gets there, from 1
 * @param how what it does then
 */
record StopPlan(Point point, int nth, How how) {

    /** How to stop. */
    enum How {
        /** End the process at once, as SIGKILL does. */
        HALT,
        /** Hold the thread until released; the test may freeze the process meanwhile. */
        HOLD
    }

    static StopPlan halt(Point point, int nth) {
        return new StopPlan(point, nth, How.HALT);
    }

    static StopPlan hold(Point point, int nth) {
        return new StopPlan(point, nth, How.HOLD);
    }

    Map<String, String> toSettings() {
        return Map.of("stop.point", point.name(), "stop.nth", Integer.toString(nth), "stop.how", how.name());
    }

    static Optional<StopPlan> of(Config config) {
        return config.find("stop.point")
                .map(point -> new StopPlan(
                        Point.valueOf(point),
                        Integer.parseInt(config.require("stop.nth")),
                        How.valueOf(config.require("stop.how"))));
    }
}
