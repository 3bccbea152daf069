package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Collector;
import io.millrace.api.JobOptions;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.Pipeline;
import io.millrace.api.ProcessContext;
import io.millrace.api.Serde;
import io.millrace.api.StartRefusedException;
import io.millrace.api.state.StateSpec;
import io.millrace.checkpoint.CheckpointName;
import io.millrace.checkpoint.JobIdentity;
import io.millrace.checkpoint.Manifest;
import io.millrace.checkpoint.OperatorState;
import io.millrace.plan.PhysicalPlan;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.StateRef;
import io.millrace.state.KeyRouting;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PipelineCheckTest {

    private static final JobOptions OPTIONS =
            JobOptions.storage("memory:pipeline-check").keyGroups(8);

    record Item(String name, int amount) {}

    @Test
    void shouldStartWhenComponentsOfARecordCameOrWentT19() {
        String before = fingerprint("name=string,gone=long");

        assertThatCode(() -> check(OPTIONS, Serdes.string(), stored("item", "string", before)))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseWhenAComponentOfARecordWasRetypedT19() {
        String before = fingerprint("name=string,amount=long");

        assertThatThrownBy(() -> check(OPTIONS, Serdes.string(), stored("item", "string", before)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("state 'items/item' with its values written as " + before);
    }

    @Test
    void shouldRefuseAnyChangeOfKeys() {
        String values = Serdes.records(Item.class).fingerprint();
        String keysBefore = fingerprint("name=string");

        assertThatThrownBy(() -> check(OPTIONS, Serdes.records(Item.class), stored("item", keysBefore, values)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("with its keys written as " + keysBefore);
    }

    @Test
    void shouldRefuseStoredStateWithoutAPlaceUnlessItIsLetGoT03() {
        StateRef gone = stored("gone", "string", "long");

        assertThatThrownBy(() -> check(OPTIONS, Serdes.string(), gone))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("allowDroppedState(\"items/gone\")");
        assertThatCode(() -> check(OPTIONS.allowDroppedState("items/gone"), Serdes.string(), gone))
                .doesNotThrowAnyException();
    }

    private static void check(JobOptions options, Serde<?> keys, StateRef stored) {
        Manifest manifest = new Manifest(
                new JobIdentity("items", new UUID(0, 1), new UUID(0, 2)),
                new CheckpointName(1, 1),
                0,
                8,
                KeyRouting.KEY_HASH_VERSION,
                List.of(new OperatorState("items", 1, List.of(stored), List.of())),
                List.of());
        PipelineCheck.requireFit(PhysicalPlan.of(pipeline(keys), options), options, manifest);
    }

    @SuppressWarnings("unchecked") // nothing flows
    private static Pipeline pipeline(Serde<?> keys) {
        Pipeline pipeline = Pipeline.named("items");
        pipeline.from("lines", TestSource.<Object>bounded(1))
                .keyBy(value -> value, (Serde<Object>) keys)
                .process("items", Function::new)
                .to("out", new TestSink<>(new TestLog(), 1, Runnable::run));
        return pipeline;
    }

    private static StateRef stored(String state, String keySerde, String valueSerde) {
        return new StateRef(state, "canonical-1", new KeyGroupRange(0, 7), keySerde, valueSerde, List.of());
    }

    private static String fingerprint(String components) {
        return "record:" + Item.class.getName() + "(" + components + ")";
    }

    private static final class Function implements KeyedProcessFunction<Object, Object, Object> {
        @Override
        public List<StateSpec<?>> states() {
            return List.of(StateSpec.value("item", Serdes.records(Item.class)));
        }

        @Override
        public void process(Object value, ProcessContext<Object> context, Collector<Object> out) {}
    }
}
