package io.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.api.DataStream;
import io.millrace.api.DeadLetter;
import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import io.millrace.api.RecordErrorPolicy;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.api.StartRefusedException;
import io.millrace.api.step.Input;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import io.millrace.spi.SourceSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PhysicalPlanTest {

    private final Pipeline pipeline = Pipeline.named("job");
    private final JobOptions options =
            JobOptions.storage("memory:job").parallelism(3).keyGroups(16);

    @Test
    void shouldChainStepsWithoutShuffleAndCutAtKeyBy() {
        // given
        source("lines")
                .map(line -> line)
                .keyBy(line -> line, Serdes.string())
                .count("counts")
                .map(count -> count.key())
                .to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains()).extracting(Chain::name).containsExactly("lines->map-1", "counts->map-3->out");
        assertThat(plan.edges()).singleElement().satisfies(edge -> {
            assertThat(edge.fromChain()).isZero();
            assertThat(edge.toChain()).isEqualTo(1);
            assertThat(edge.routing()).isInstanceOf(Routing.ByKey.class);
        });
        PlannedStep map = plan.chains().get(0).root().chained().get(0);
        assertThat(map.outputs()).isEqualTo(plan.edges());
    }

    @Test
    void shouldInheritParallelismAlongForwardInputsOnly() {
        // given
        source("lines")
                .parallelism(5)
                .map(line -> line)
                .keyBy(line -> line, Serdes.string())
                .count("counts")
                .to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains()).extracting(Chain::parallelism).containsExactly(5, 3);
        assertThat(plan.sources()).extracting(PlannedSource::parallelism).containsExactly(5);
        assertThat(plan.sinks()).extracting(PlannedSink::parallelism).containsExactly(3);
    }

    @Test
    void shouldGiveStepsThatNameItOneDeadLetterSinkWithOneEdgePerChain() {
        // given
        Sink<DeadLetter> dead = sink();
        pipeline.onRecordError(RecordErrorPolicy.deadLetter("dead", dead));
        source("lines")
                .map(line -> line)
                .filter(line -> true)
                .keyBy(line -> line, Serdes.string())
                .count("counts")
                .onRecordError(RecordErrorPolicy.skip())
                .to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains())
                .extracting(Chain::name, Chain::parallelism)
                .containsExactly(tuple("lines->map-1->filter-2", 3), tuple("counts->out", 3), tuple("dead", 1));
        assertThat(plan.chains().get(2).inputs())
                .extracting(Edge::id, Edge::fromChain, Edge::toChain)
                .containsExactly(tuple(1, 0, 2), tuple(2, 1, 2));
        assertThat(plan.edges()).extracting(Edge::id).containsExactly(0, 1, 2);
        assertThat(plan.chains().get(0).deadLetterEdge("dead"))
                .isEqualTo(plan.edges().get(1));
        assertThat(plan.sinks()).extracting(PlannedSink::uid).containsExactly("out", "dead");
    }

    @Test
    void shouldConnectTasksThatAskForTheKeyWithDeadLettersOfTheKeyedOperator() {
        // given
        source("lines")
                .keyBy(line -> line, Serdes.string())
                .count("counts")
                .onRecordError(RecordErrorPolicy.deadLetter(sink()))
                .to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains().get(0).deadLetters()).containsOnlyKeys(RecordErrorPolicy.DEAD_LETTERS);
        assertThat(plan.chains().get(1).deadLetters()).containsOnlyKeys(RecordErrorPolicy.DEAD_LETTERS);
    }

    @Test
    void shouldKeepRawRecordsOnlyWhereDeadLettersAreMadeOfThem() {
        // given
        RecordErrorPolicy deadLetters = RecordErrorPolicy.deadLetter(sink());
        source("kept")
                .map(line -> line)
                .keyBy(line -> line, Serdes.string())
                .count("counts")
                .map(count -> count.key())
                .onRecordError(deadLetters)
                .to("out", sink());
        source("own").onRecordError(deadLetters).to("out-2", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then: a source has its own failed records at hand
        assertThat(plan.chains())
                .filteredOn(Chain::isSource)
                .extracting(chain -> chain.root().step().name(), Chain::keepsRaw)
                .containsExactly(tuple("kept", true), tuple("own", false));
    }

    @Test
    void shouldRefuseTwoDeadLetterSinksOfOneUid() {
        // given
        pipeline.onRecordError(RecordErrorPolicy.deadLetter(sink()));
        source("lines").onRecordError(RecordErrorPolicy.deadLetter(sink())).to("out", sink());

        // when, then
        assertThatThrownBy(() -> PhysicalPlan.of(pipeline, options))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'dead-letters'")
                .hasMessageContaining("deadLetter(uid, sink)");
    }

    @Test
    void shouldRefuseDeadLetterSinkWithUidOfAStepWhicheverCameFirst() {
        // given
        pipeline.onRecordError(RecordErrorPolicy.deadLetter("out", sink()));
        source("lines").to("out", sink());

        // when, then
        assertThatThrownBy(() -> PhysicalPlan.of(pipeline, options))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'out'");
    }

    @Test
    void shouldForgetDeadLetterSinkWhenAnotherPolicyTakesItsPlace() {
        // given
        Sink<DeadLetter> last = sink();
        pipeline.onRecordError(RecordErrorPolicy.deadLetter(sink()));
        pipeline.onRecordError(RecordErrorPolicy.deadLetter("out", sink()));
        pipeline.onRecordError(RecordErrorPolicy.deadLetter(last));
        source("lines").to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.sinks()).extracting(PlannedSink::uid).containsExactly("out", "dead-letters");
        assertThat(plan.sinks().get(1).connector()).isSameAs(last);
    }

    @Test
    void shouldRebalanceForwardEdgeWhenParallelismDiffers() {
        // given
        source("lines").parallelism(2).map(line -> line).parallelism(4).to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains()).extracting(Chain::name).containsExactly("lines", "map-1->out");
        assertThat(plan.edges()).extracting(Edge::routing).containsExactly(new Routing.Rebalance());
    }

    @Test
    void shouldKeepForwardEdgesIntoUnionWhenParallelismIsEqual() {
        // given
        source("a").union(source("b").parallelism(2)).map(line -> line).to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains()).extracting(Chain::name).containsExactly("a", "b", "map-2->out");
        assertThat(plan.edges())
                .extracting(Edge::routing)
                .containsExactly(new Routing.Forward(), new Routing.Rebalance());
        assertThat(plan.chains().get(2).inputs()).isEqualTo(plan.edges());
    }

    @Test
    void shouldBranchWithinChainWhenStreamIsUsedTwice() {
        // given
        DataStream<String> lines = source("lines");
        lines.map(line -> line).to("one", sink());
        lines.to("two", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains()).hasSize(1);
        assertThat(plan.chains().get(0).root().chained())
                .extracting(step -> step.step().name())
                .containsExactly("map-1", "two");
        assertThat(plan.sinks()).extracting(PlannedSink::uid).containsExactly("one", "two");
    }

    @Test
    void shouldNameEachChainDifferentlyWhenUidLooksLikeGeneratedName() {
        // given
        source("map-1").rebalance().map(line -> line).rebalance().to("out", sink());

        // when
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);

        // then
        assertThat(plan.chains()).extracting(Chain::name).doesNotHaveDuplicates();
    }

    @Test
    void shouldTellKeyedOperatorsWithSerdeAndStates() {
        // given
        var keys = Serdes.string();
        source("lines").keyBy(line -> line, keys).count("counts").parallelism(7).to("out", sink());

        // when
        List<PlannedKeyedOperator> keyed = PhysicalPlan.of(pipeline, options).keyedOperators();

        // then
        assertThat(keyed).singleElement().satisfies(operator -> {
            assertThat(operator.uid()).isEqualTo("counts");
            assertThat(operator.parallelism()).isEqualTo(7);
            assertThat(operator.keySerde()).isSameAs(keys);
            assertThat(operator.states()).extracting(state -> state.name()).containsExactly("count");
        });
    }

    @Test
    void shouldRefuseKeyedParallelismAboveKeyGroups() {
        // given
        source("lines")
                .keyBy(line -> line, Serdes.string())
                .count("counts")
                .parallelism(17)
                .to("out", sink());

        // when, then
        assertThatThrownBy(() -> PhysicalPlan.of(pipeline, options))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'counts'")
                .hasMessageContaining("17")
                .hasMessageContaining("16 key groups");
    }

    @Test
    void shouldRefuseInputsKeyedInDifferentWays() {
        // given: the API does not allow it, another front end might
        source("lines").keyBy(line -> line, Serdes.string()).count("counts").to("out", sink());
        var steps = new ArrayList<>(pipeline.steps());
        var keyed = (Step.KeyedProcessStep) steps.get(1);
        var other = new Input(0, new Routing.ByKey<String, String>(line -> line + "!", Serdes.string()));
        steps.set(
                1,
                new Step.KeyedProcessStep(
                        1, keyed.name(), List.of(keyed.inputs().get(0), other), keyed.options(), keyed.function()));

        // when, then
        assertThatThrownBy(() -> LogicalGraph.of("job", steps, 1, 16))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'counts'")
                .hasMessageContaining("union first");
    }

    @Test
    void shouldRefuseSourceThatIsNoConnector() {
        // given
        Source<String> unknown = new Source<>() {};
        pipeline.from("lines", unknown).to("out", sink());

        // when, then
        assertThatThrownBy(() -> PhysicalPlan.of(pipeline, options))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("source 'lines'")
                .hasMessageContaining("io.millrace.spi.SourceConnector");
    }

    @Test
    void shouldRefuseSinkThatIsNoConnector() {
        // given
        Sink<String> unknown = new Sink<>() {};
        source("lines").to("out", unknown);

        // when, then
        assertThatThrownBy(() -> PhysicalPlan.of(pipeline, options))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("sink 'out'")
                .hasMessageContaining("io.millrace.spi.SinkConnector");
    }

    @Test
    void shouldRefusePipelineThatWritesNowhere() {
        // given
        source("lines").map(line -> line);

        // when, then
        assertThatThrownBy(() -> PhysicalPlan.of(pipeline, options))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("writes nowhere");
    }

    /** R11: each split is read by exactly one task, however they are listed. */
    @Test
    void shouldDealEachSplitToExactlyOneTask() {
        // given
        List<SourceSplit> splits = IntStream.of(3, 1, 4, 0, 2)
                .mapToObj(i -> TestSource.splitAt("split-" + i, i))
                .toList();

        // when
        List<List<SourceSplit>> dealt = IntStream.range(0, 3)
                .mapToObj(subtask -> SplitAssignment.of(splits, 3).of(subtask))
                .toList();

        // then
        assertThat(dealt)
                .extracting(own -> own.stream().map(SourceSplit::id).toList())
                .containsExactly(List.of("split-0", "split-3"), List.of("split-1", "split-4"), List.of("split-2"));
    }

    @Test
    void shouldLeaveTasksWithoutSplitsWhenThereAreMoreTasks() {
        // given
        List<SourceSplit> splits = List.of(TestSource.splitAt("only", 0));

        // when, then
        assertThat(SplitAssignment.of(splits, 2).of(0)).isEqualTo(splits);
        assertThat(SplitAssignment.of(splits, 2).of(1)).isEmpty();
    }

    private DataStream<String> source(String uid) {
        return pipeline.from(uid, TestSource.<String>bounded(1));
    }

    private static <T> TestSink<T> sink() {
        return new TestSink<>(new TestLog(), 10, Runnable::run);
    }
}
