package io.millrace.integration.simulation;

import io.millrace.api.DataStream;
import io.millrace.api.RecordFailedException.Reason;
import java.util.List;
import java.util.Random;

/** Whether records of a seed fail, and what follows: for the whole pipeline, and for each step on which some do. */
final class DrawnErrors {

    /** So many seeds have no records that fail. */
    private static final int SEEDS_PER_FAILING_ONE = 3;

    /** What follows when a record fails. */
    enum Policy {
        FAIL,
        SKIP,
        DEAD_LETTER
    }

    /**
     * The items that a step fails on in an undisturbed run. Two steps are never the same, though they may fail on the same.
     *
     * @param operator uid of the step; empty if it has a generated name
     */
    static final class Refusals {

        private final String operator;
        private final Reason reason;
        private final Policy policy;
        private final List<Item> items;

        Refusals(String operator, Reason reason, Policy policy, List<Item> items) {
            this.operator = operator;
            this.reason = reason;
            this.policy = policy;
            this.items = List.copyOf(items);
        }

        String operator() {
            return operator;
        }

        Reason reason() {
            return reason;
        }

        List<Item> items() {
            return items;
        }

        boolean areDeadLetters() {
            return policy == Policy.DEAD_LETTER;
        }
    }

    private final Random random;
    private final boolean any;
    private final boolean deadLetters;
    private final Policy wide;

    private DrawnErrors(Random random, boolean any, boolean deadLetters) {
        this.random = random;
        this.any = any;
        this.deadLetters = deadLetters;
        this.wide = !any || random.nextBoolean() ? Policy.FAIL : other();
    }

    /** @param deadLetters whether there is anywhere to write these to */
    static DrawnErrors draw(Random random, boolean deadLetters) {
        return new DrawnErrors(random, random.nextInt(SEEDS_PER_FAILING_ONE) == 0, deadLetters);
    }

    private Policy other() {
        return deadLetters && random.nextInt(3) > 0 ? Policy.DEAD_LETTER : Policy.SKIP;
    }

    boolean any() {
        return any;
    }

    /** Whether the job fails on whatever step does not say otherwise. */
    boolean failsElsewhere() {
        return wide == Policy.FAIL;
    }

    /** What a step does that fails on some records: what it is told, or what the whole pipeline does. */
    OfStep ofStep() {
        boolean own = wide == Policy.FAIL || random.nextBoolean();
        return new OfStep(own, own ? other() : wide);
    }

    /**
     * What follows when a record fails in one step.
     *
     * @param own whether the step says so itself
     */
    record OfStep(boolean own, Policy policy) {

        DataStream<Item> in(Building building, DataStream<Item> step) {
            return own ? step.onRecordError(building.errorPolicy(policy)) : step;
        }
    }

    void applyTo(Building building) {
        if (wide != Policy.FAIL) {
            building.pipeline().onRecordError(building.errorPolicy(wide));
        }
    }
}
