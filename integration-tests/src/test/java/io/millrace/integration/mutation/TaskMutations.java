package io.millrace.integration.mutation;

import java.util.List;

/** Slips in channels, tasks and state. */
final class TaskMutations {

    private static final String ALIGNER = "core/runtime/BarrierAligner";
    private static final String LANE = "core/channel/Lane";
    private static final String TABLE = "core/state/HeapTable";

    static final List<Mutation> ALL = List.of(
            Mutation.of(
                            "alignment-off",
                            "an input goes on being read behind its barrier",
                            new Edit(ALIGNER, "return blocked.get(channel);", "return false;"))
                    .shownBy("core/runtime/BarrierAlignerTest", "shouldBlockOnlyChannelsThatDelivered"),
            Mutation.of(
                            "stale-barrier-accepted",
                            "a barrier that comes after its checkpoint was given up is accepted",
                            new Edit(
                                    ALIGNER,
                                    "return id <= newestId ? !isPending(id) : abortedEarly.contains(id);",
                                    "return id <= newestId && !isPending(id);"))
                    .shownBy(
                            "core/runtime/BarrierAlignerTest",
                            "shouldIgnoreBarriersWhenCheckpointWasAbortedBeforeTheyCame"),
            Mutation.of(
                            "abort-releases-nothing",
                            "inputs stay blocked when the checkpoint is given up that they wait for",
                            new Edit(
                                    ALIGNER,
                                    "if (isPending(checkpointId)) { release(); } else if (checkpointId > newestId) {",
                                    "if (checkpointId > newestId) {"))
                    .shownBy("core/runtime/BarrierAlignerTest", "shouldReleaseBlockedInputsWhenCheckpointIsAborted"),
            Mutation.of(
                            "capture-before-prepare",
                            "sinks are told of the barrier only after the capture, by a letter, and send on until they open it",
                            new Edit(
                                    "core/runtime/TaskCheckpoints",
                                    "CompletionStage<Void> prepared = prepare(id);",
                                    """
                            CompletableFuture<Void> prepared = new CompletableFuture<>();
                            mailbox.put(() -> prepare(id).thenRun(() -> prepared.complete(null)));"""))
                    .shownBy("core/runtime/TaskCheckpointsTest", "shouldPrepareThenCaptureThenForwardThenAcknowledge"),
            Mutation.of(
                    "batch-lost",
                    "a batch is forgotten if the channel is full when it is flushed",
                    new Edit(
                            LANE,
                            "if (batch != null && overflow.isEmpty() && channel.offer(batch)) {",
                            "if (batch != null && overflow.isEmpty()) { channel.offer(batch);")),
            Mutation.of(
                            "barrier-to-one-only",
                            "of the tasks behind an edge only the first gets the barrier",
                            new Edit("core/channel/Outbox", "lane.add(element); lane.close();", """
                            if (lane == lanes[0] || !(element instanceof io.millrace.element.CheckpointBarrier)) {
                                lane.add(element);
                            }
                            lane.close();"""))
                    .shownBy("core/channel/OutboxTest", "shouldPutBarrierBehindEarlierRecordsInEveryChannel"),
            Mutation.of(
                            "key-by-identity",
                            "the key group of a key depends on the object, not on its value",
                            new Edit(
                                    "core/state/KeyRouting",
                                    "long hash = mix(valueHash(key));",
                                    "long hash = mix(System.identityHashCode(key));"))
                    .shownBy("core/state/KeyRoutingTest", "shouldMapKeysAsEverBefore"),
            Mutation.of(
                            "captured-value-overwritten",
                            "a value is overwritten although a capture that is not stored yet holds it",
                            new Edit(TABLE, "if (captures.hold(cell.version())) {", "if (false) {"))
                    .shownBy("core/state/HeapStateModelTest", "shouldEqualTheModelWhenCapturesAreStoredLater"),
            Mutation.of(
                            "captured-object-shared",
                            "user code gets the very object that a capture holds, not a copy",
                            new Edit(TABLE, "this.copyOnAccess = !serde.isImmutable();", "this.copyOnAccess = false;"))
                    .shownBy(
                            "core/state/HeapStateStoreTest",
                            "shouldNotLetACapturedObjectBeChangedWhenItIsReadAfterwards"),
            Mutation.of(
                            "rescaled-state-lost",
                            "only files of exactly the same key groups are restored",
                            new Edit(
                                    "core/state/HeapRestore",
                                    "if (ref.keyGroups().intersects(context.keyGroups())) {",
                                    "if (ref.keyGroups().equals(context.keyGroups())) {"))
                    .shownBy("core/state/RescaleTest", "shouldKeepEveryKeyWhenParallelismChangesT10"));

    private TaskMutations() {}
}
