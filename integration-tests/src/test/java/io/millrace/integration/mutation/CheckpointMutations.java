package io.millrace.integration.mutation;

import java.util.List;

/** Slips of the coordinator and its parts. */
final class CheckpointMutations {

    private static final String COORDINATOR = "core/checkpoint/CheckpointCoordinator";

    static final List<Mutation> ALL = List.of(
            Mutation.of(
                    "announced-before-decided",
                    "tasks hear of the commit when all is durable, before it is decided",
                    new Edit(
                            COORDINATOR, "sequence.durable(id);", "sequence.durable(id); participants.committed(id);")),
            Mutation.of(
                            "late-acknowledgement-accepted",
                            "a checkpoint that timed out is given up by the tasks only; late acknowledgements complete it",
                            new Edit(
                                    COORDINATOR,
                                    "private void onTimeout(long id) { if (sequence.isGathering(id)) {",
                                    """
                            private void onTimeout(long id) {
                                if (sequence.isGathering(id)) {
                                    participants.aborted(id);
                                }
                                if (id < 0) {"""))
                    .shownBy("core/checkpoint/CoordinatorGivesUpTest", "shouldIgnoreAnAcknowledgementThatComesTooLate"),
            Mutation.of(
                            "given-up-while-deciding",
                            "a timeout gives a checkpoint up whose commit is being tried",
                            new Edit(
                                    COORDINATOR,
                                    "openOf(id).timeout().cancel(); sequence.durable(id);",
                                    "sequence.durable(id);"),
                            new Edit(
                                    COORDINATOR,
                                    "private void onTimeout(long id) { if (sequence.isGathering(id)) {",
                                    "private void onTimeout(long id) { if (open.containsKey(id)) {"),
                            new Edit(
                                    "core/checkpoint/CommitSequence",
                                    "if (step == null || step == Step.COMMITTING) {",
                                    "if (step == null) {"))
                    .shownBy(
                            "core/checkpoint/CoordinatorGivesUpTest",
                            "shouldNotTouchACheckpointThatIsBeingDecidedWhenTheTimeIsOver"),
            Mutation.of(
                    "published-before-durable",
                    "the manifest is published without waiting for the last files",
                    new Edit(
                            COORDINATOR,
                            "(any, failure) -> onSealed(id, failure));",
                            "(any, failure) -> {}); onSealed(id, null);")),
            Mutation.of(
                    "retired-before-commit",
                    "older checkpoints are retired when the manifest is made, not when it is committed",
                    new Edit(COORDINATOR, "return new Manifest(", "Manifest manifest = new Manifest("),
                    new Edit(
                            COORDINATOR,
                            "housekeeping.existing());",
                            "housekeeping.existing()); housekeeping.onCommitted(manifest); return manifest;")),
            Mutation.of(
                            "successor-deleted",
                            "checkpoints of any other run count as void, those of a successor too",
                            new Edit(
                                    "core/checkpoint/Retention",
                                    ".filter(name -> name.run() < run && !committed.containsKey(name))",
                                    ".filter(name -> name.run() != run && !committed.containsKey(name))"))
                    .shownBy("core/checkpoint/CoordinatorRetentionTest", "shouldDeleteNothingOfASuccessor"),
            Mutation.of(
                            "final-checkpoint-left-out",
                            "the job ends after the last record without a final checkpoint",
                            new Edit(COORDINATOR, "if (isDrained()) { wantFinal();", "if (isDrained()) { end(true);"))
                    .shownBy("core/checkpoint/CoordinatorFinishTest", "shouldEndByItselfBehindTheLastRecord"),
            Mutation.of(
                    "start-not-committed",
                    "sources that no checkpoint knows are read before their start positions are committed",
                    new Edit(
                            "core/checkpoint/StartCheckpoint",
                            "log.commit(Decider.commitEntry(manifest, digest));",
                            "Decider.commitEntry(manifest, digest);")));

    private CheckpointMutations() {}
}
