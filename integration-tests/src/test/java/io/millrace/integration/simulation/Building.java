package io.millrace.integration.simulation;

import io.millrace.api.DataStream;
import io.millrace.api.Pipeline;
import io.millrace.api.RecordErrorPolicy;
import io.millrace.simulation.SimulatedProcess;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One building of a drawn pipeline, for one process. Not thread-safe. */
final class Building {

    private final Pipeline pipeline;
    private final Outside outside;
    private final SimulatedProcess process;
    private final int[] parallelisms;
    private final Runnable userCode;
    private final Map<Object, DataStream<Item>> built = new IdentityHashMap<>();
    private @Nullable RecordErrorPolicy deadLetters;

    /**
     * @param parallelisms of the steps whose number of tasks may differ from one start to the next
     * @param userCode called by each user function, may throw
     */
    Building(Pipeline pipeline, Outside outside, SimulatedProcess process, int[] parallelisms, Runnable userCode) {
        this.pipeline = pipeline;
        this.outside = outside;
        this.process = process;
        this.parallelisms = parallelisms.clone();
        this.userCode = userCode;
    }

    Pipeline pipeline() {
        return pipeline;
    }

    Outside outside() {
        return outside;
    }

    SimulatedProcess process() {
        return process;
    }

    int parallelism(int step) {
        return parallelisms[step % parallelisms.length];
    }

    void userCode() {
        userCode.run();
    }

    /** Steps that make dead letters share the sink. */
    RecordErrorPolicy errorPolicy(DrawnErrors.Policy policy) {
        return switch (policy) {
            case FAIL -> RecordErrorPolicy.fail();
            case SKIP -> RecordErrorPolicy.skip();
            case DEAD_LETTER -> deadLetters();
        };
    }

    private RecordErrorPolicy deadLetters() {
        RecordErrorPolicy known = deadLetters;
        if (known == null) {
            known = RecordErrorPolicy.deadLetter(outside.deadLetters(process));
            deadLetters = known;
        }
        return known;
    }

    DataStream<Item> once(Object identity, Function<Building, DataStream<Item>> build) {
        DataStream<Item> known = built.get(identity);
        if (known == null) {
            known = build.apply(this);
            built.put(identity, known);
        }
        return known;
    }
}
