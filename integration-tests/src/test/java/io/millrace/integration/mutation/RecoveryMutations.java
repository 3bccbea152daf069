package io.millrace.integration.mutation;

import java.util.List;

/** Slips on the way to own a job and to know where it goes on, and in the commit log of a storage. */
final class RecoveryMutations {

    private static final String RECOVERY = "core/runtime/Recovery";
    private static final String STORAGE = "core/checkpoint/JobStorage";

    static final List<Mutation> ALL = List.of(
            Mutation.of(
                    "takeover-not-appended",
                    "a run begins to work without its entry in the commit log",
                    new Edit(RECOVERY, "fenced.looked().log().takeOver(claim.takeover());", "")),
            Mutation.of(
                    "run-number-reused",
                    "a run takes the number of the one before",
                    new Edit(RECOVERY, ".orElse(0L) + 1;", ".orElse(1L);")),
            Mutation.of(
                    "zombie-goes-on",
                    "a process that was taken over takes its error for its own, and takes the job over again",
                    new Edit(
                            RECOVERY,
                            "return last.run() >= mine.run() && !last.attempt().equals(mine.attempt());",
                            "return false;")),
            Mutation.of(
                            "void-manifest-chosen",
                            "the newest manifest is restored, whether it was committed or not",
                            new Edit(
                                    STORAGE,
                                    "public Manifest load(LogEntry.Commit entry) throws IOException {"
                                            + " String path = manifestOf(CheckpointName.of(entry));",
                                    """
                            public Manifest load(LogEntry.Commit entry) throws IOException {
                                CheckpointName newest = CheckpointName.of(entry);
                                for (CheckpointName name : checkpoints()) {
                                    newest = find(name).isPresent() ? name : newest;
                                }
                                String path = manifestOf(newest);"""),
                            new Edit(
                                    STORAGE,
                                    "if (!digest.equals(entry.manifestDigest())) {",
                                    "if (digest.isEmpty()) {"))
                    .shownBy("core/checkpoint/JobStorageTest", "shouldNotLoadAManifestThatIsNotTheOneCommitted"),
            Mutation.of(
                            "names-not-synced",
                            "the storage leaves out the fsync of the directory, so that a file may lose its name with the power",
                            Edit.ofSimulation("core/simulation/SimulatedStorage", "disk.syncDirectoryOf(path);", ""))
                    .shownBy(
                            "core/checkpoint/storage/SimulatedStorageTest",
                            "shouldKeepWhatWasPublishedWhenPowerIsLost"));

    private RecoveryMutations() {}
}
