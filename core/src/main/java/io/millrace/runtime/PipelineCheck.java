package io.millrace.runtime;

import io.millrace.api.JobOptions;
import io.millrace.api.Serde;
import io.millrace.api.StartRefusedException;
import io.millrace.api.state.StateSpec;
import io.millrace.checkpoint.Manifest;
import io.millrace.checkpoint.OperatorState;
import io.millrace.plan.PhysicalPlan;
import io.millrace.plan.PlannedKeyedOperator;
import io.millrace.spi.StateRef;
import io.millrace.state.KeyRouting;
import java.util.Optional;

/**
 * Refuses to start a pipeline on a checkpoint that it does not fit: stored state without a place to go, or written
 * another way than it would be read.
 */
final class PipelineCheck {

    private PipelineCheck() {}

    static void requireFit(PhysicalPlan plan, JobOptions options, Manifest manifest) {
        if (manifest.keyGroups() != plan.keyGroups()) {
            throw new StartRefusedException(checkpoint(manifest) + " has " + manifest.keyGroups()
                    + " key groups, but the job is started with " + plan.keyGroups()
                    + ". The number is fixed with the first checkpoint: set keyGroups(" + manifest.keyGroups() + ")");
        }
        if (manifest.keyHashVersion() != KeyRouting.KEY_HASH_VERSION) {
            throw new StartRefusedException(checkpoint(manifest) + " maps keys to key groups by version "
                    + manifest.keyHashVersion() + " of the routine, this Millrace by version "
                    + KeyRouting.KEY_HASH_VERSION + ". Start it with the Millrace that it was written with");
        }
        for (OperatorState operator : manifest.operators()) {
            if (!options.droppableState().contains(operator.uid())) {
                requireSource(plan, manifest, operator);
                requireStates(plan, options, manifest, operator);
            }
        }
    }

    private static void requireSource(PhysicalPlan plan, Manifest manifest, OperatorState operator) {
        boolean known = plan.sources().stream().anyMatch(source -> source.uid().equals(operator.uid()));
        if (!operator.positions().isEmpty() && !known) {
            throw unmapped(manifest, "source positions under the uid '" + operator.uid() + "'", operator.uid());
        }
    }

    private static void requireStates(PhysicalPlan plan, JobOptions options, Manifest manifest, OperatorState stored) {
        if (stored.states().isEmpty()) {
            return;
        }
        PlannedKeyedOperator operator = plan.keyedOperators().stream()
                .filter(candidate -> candidate.uid().equals(stored.uid()))
                .findFirst()
                .orElseThrow(() -> unmapped(manifest, "state under the uid '" + stored.uid() + "'", stored.uid()));
        for (StateRef ref : stored.states()) {
            String name = stored.uid() + "/" + ref.state();
            Optional<StateSpec<?>> spec = operator.states().stream()
                    .filter(candidate -> candidate.name().equals(ref.state()))
                    .findFirst();
            if (spec.isPresent()) {
                requireSameKeys(
                        manifest, name, ref.keySerde(), operator.keySerde().fingerprint());
                requireReadable(manifest, name, ref.valueSerde(), spec.get().serde());
            } else if (!options.droppableState().contains(name)) {
                throw unmapped(manifest, "state '" + name + "'", name);
            }
        }
    }

    /** Keys are routed by their bytes, so these may not change at all. */
    private static void requireSameKeys(Manifest manifest, String state, String stored, String now) {
        if (!stored.equals(now)) {
            throw written(manifest, state, "keys", stored, now);
        }
    }

    private static void requireReadable(Manifest manifest, String state, String stored, Serde<?> now) {
        if (now.readerFor(stored).isEmpty()) {
            throw written(manifest, state, "values", stored, now.fingerprint());
        }
    }

    private static StartRefusedException written(
            Manifest manifest, String state, String what, String stored, String now) {
        return new StartRefusedException(checkpoint(manifest) + " holds state '" + state + "' with its " + what
                + " written as " + stored + ", but the pipeline would read them as " + now
                + ". Use the serde that it was written with");
    }

    private static StartRefusedException unmapped(Manifest manifest, String what, String name) {
        return new StartRefusedException(checkpoint(manifest) + " holds " + what
                + ", but the pipeline has nothing there. Give the step its old uid back, or, to leave that behind for"
                + " good, start with allowDroppedState(\"" + name + "\")");
    }

    private static String checkpoint(Manifest manifest) {
        return "Checkpoint " + manifest.name() + " of job '"
                + manifest.identity().jobName() + "'";
    }
}
