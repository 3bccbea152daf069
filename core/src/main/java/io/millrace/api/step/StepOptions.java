package io.millrace.api.step;

import io.millrace.api.RecordErrorPolicy;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the user asked of one step, beside what it does.
 *
 * <p>Immutable.
 *
 * @param parallelism number of tasks, if it was said
 * @param onRecordError what follows when the step fails on a record, if it was said; {@code Pipeline.steps()} fills in the
 *     pipeline's default
 */
public record StepOptions(OptionalInt parallelism, Optional<RecordErrorPolicy> onRecordError) {

    /** Nothing was said. */
    public static final StepOptions NONE = new StepOptions(OptionalInt.empty(), Optional.empty());

    public StepOptions parallelism(int tasks) {
        return new StepOptions(OptionalInt.of(tasks), onRecordError);
    }

    public StepOptions onRecordError(RecordErrorPolicy policy) {
        return new StepOptions(parallelism, Optional.of(policy));
    }
}
