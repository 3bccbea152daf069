package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.IDENTITY;
import static io.millrace.checkpoint.Samples.JOB;
import static io.millrace.checkpoint.Samples.commit;
import static io.millrace.checkpoint.Samples.manifest;
import static io.millrace.checkpoint.Samples.name;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.checkpoint.storage.FaultyStorage;
import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStorageTest {

    private static final String MANIFEST_FILE = "word-count/checkpoints/5-2/manifest.json";

    private final FaultyStorage files = new FaultyStorage();
    private final JobStorage storage = new JobStorage(files, JOB);

    @Test
    void shouldKeepTheFirstIdentityWhenTwoAreProposed() throws IOException {
        JobIdentity other = new JobIdentity(JOB, new UUID(9, 9), new UUID(8, 8));

        assertThat(storage.identity()).isEmpty();
        assertThat(storage.establish(IDENTITY)).isEqualTo(IDENTITY);
        assertThat(storage.establish(other)).isEqualTo(IDENTITY);
        assertThat(storage.identity()).contains(IDENTITY);
    }

    @Test
    void shouldReadTheIdentityBackWhenItMayHaveBeenWritten() throws IOException { // C04
        files.inject(Operation.PUBLISH, "job.json", Fault.DONE_BUT_THROWS, 1);

        assertThat(storage.establish(IDENTITY)).isEqualTo(IDENTITY);
    }

    @Test
    void shouldNameTheJobFileWhenItIsDamaged() throws IOException { // G05
        storage.establish(IDENTITY);
        files.files().get("word-count/job.json")[20] ^= 4;

        assertThatThrownBy(storage::identity)
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("word-count/job.json");
    }

    @Test
    void shouldLoadWhatWasPublished() throws IOException {
        Manifest manifest = manifest(name(5, 2), name(4, 2));

        String digest = storage.publish(manifest);

        assertThat(storage.load(commit(name(5, 2), digest))).isEqualTo(manifest);
        assertThat(files.files()).containsOnlyKeys(MANIFEST_FILE);
    }

    @Test
    void shouldTakeAManifestForPublishedWhenItIsThereThoughTheStorageSaidNo() throws IOException { // C04
        files.inject(Operation.PUBLISH, "manifest", Fault.DONE_BUT_THROWS, 1);

        String digest = storage.publish(manifest(name(5, 2)));

        assertThat(storage.load(commit(name(5, 2), digest))).isEqualTo(manifest(name(5, 2)));
    }

    @Test
    void shouldSayForCertainWhenAManifestIsNotThere() { // C04, the reverse
        files.inject(Operation.PUBLISH, "manifest", Fault.FAILS, 1);

        assertThatThrownBy(() -> storage.publish(manifest(name(5, 2)))).isInstanceOf(IOException.class);
        assertThat(files.files()).isEmpty();
    }

    @Test
    void shouldSayForCertainWhenAManifestCouldNotEvenBeWritten() { // C08
        files.inject(Operation.WRITE, "manifest", Fault.FAILS, 1);

        assertThatThrownBy(() -> storage.publish(manifest(name(5, 2)))).isInstanceOf(IOException.class);
        assertThat(files.files()).isEmpty();
    }

    @Test
    void shouldBeInDoubtWhenTheManifestCannotBeReadBack() { // C04
        files.inject(Operation.PUBLISH, "manifest", Fault.DONE_BUT_THROWS, 1);
        files.inject(Operation.OPEN, "manifest", Fault.FAILS, 1);

        assertThatThrownBy(() -> storage.publish(manifest(name(5, 2))))
                .isInstanceOf(InDoubtException.class)
                .hasMessageContaining(MANIFEST_FILE);
    }

    @Test
    void shouldBeInDoubtWhenTheManifestIsTorn() { // C04
        files.inject(Operation.PUBLISH, "manifest", Fault.TORN, 1);

        assertThatThrownBy(() -> storage.publish(manifest(name(5, 2)))).isInstanceOf(InDoubtException.class);
    }

    @Test
    void shouldBeInDoubtWhenAnotherManifestStandsInItsPlace() throws IOException { // G01
        storage.publish(manifest(name(5, 2)));

        assertThatThrownBy(() -> storage.publish(manifest(name(5, 2), name(4, 2))))
                .isInstanceOf(InDoubtException.class)
                .hasMessageContaining(MANIFEST_FILE);
    }

    @Test
    void shouldNameTheManifestWhenItIsMissing() { // C02
        assertThatThrownBy(() -> storage.load(commit(5, 2)))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining(MANIFEST_FILE + ", is missing");
    }

    @Test
    void shouldNotLoadAManifestThatIsNotTheOneCommitted() throws IOException { // C02
        storage.publish(manifest(name(5, 2)));

        assertThatThrownBy(() -> storage.load(commit(name(5, 2), "sha256:other")))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining(MANIFEST_FILE);
    }

    @Test
    void shouldNotTakeAStorageThatCannotBeReadForADamagedOne() throws IOException { // C06
        String digest = storage.publish(manifest(name(5, 2)));
        files.inject(Operation.OPEN, "manifest", Fault.FAILS);
        files.inject(Operation.LIST, "", Fault.FAILS);

        assertThatThrownBy(() -> storage.load(commit(name(5, 2), digest))).isInstanceOf(IOException.class);
        assertThatThrownBy(storage::checkpoints).isInstanceOf(IOException.class);

        files.heal();
        assertThat(storage.load(commit(name(5, 2), digest))).isEqualTo(manifest(name(5, 2)));
    }

    @Test
    void shouldListAllCheckpointsByNumber() throws IOException {
        files.files().put("word-count/checkpoints/10-1/x.state", new byte[0]);
        files.files().put("word-count/checkpoints/10-1/y.state", new byte[0]);
        files.files().put("word-count/checkpoints/9-2/manifest.json", new byte[0]);
        files.files().put("word-count/checkpoints/other/file", new byte[0]);
        files.files().put("word-count/shared/11-1-x", new byte[0]);

        assertThat(storage.checkpoints()).containsExactly(name(9, 2), name(10, 1));
        assertThat(storage.nextCheckpointId(Optional.empty())).isEqualTo(11);
        assertThat(storage.nextCheckpointId(Optional.of(commit(20, 1)))).isEqualTo(21);
    }

    @Test
    void shouldDeleteTheManifestFirstAndKeepFilesInUse() throws IOException {
        // given
        storage.publish(manifest(name(5, 2), List.of("checkpoints/5-2/a.state", "shared/x", "shared/y")));
        for (String path :
                List.of("checkpoints/5-2/a.state", "checkpoints/5-2/forgotten", "shared/x", "shared/y", "shared/z")) {
            files.files().put("word-count/" + path, new byte[10]);
        }

        // when
        storage.delete(name(5, 2), IDENTITY, Set.of("shared/x"));

        // then
        assertThat(files.history().stream().filter(done -> done.startsWith("DELETE")))
                .startsWith("DELETE " + MANIFEST_FILE);
        assertThat(files.files()).containsOnlyKeys("word-count/shared/x", "word-count/shared/z");
    }

    @Test
    void shouldLeaveACheckpointOfAnotherJobAlone() throws IOException {
        storage.publish(manifest(name(5, 2)));
        JobIdentity other = new JobIdentity(JOB, new UUID(9, 9), new UUID(8, 8));

        storage.delete(name(5, 2), other, Set.of());

        assertThat(files.files()).containsOnlyKeys(MANIFEST_FILE);
    }

    @Test
    void shouldLeaveACheckpointAloneWhenItCannotTellWhoseItIs() throws IOException { // C06
        files.files().put(MANIFEST_FILE, "{".getBytes(UTF_8));
        files.files().put("word-count/checkpoints/5-2/a.state", new byte[10]);

        storage.delete(name(5, 2), IDENTITY, Set.of());

        assertThat(files.files()).hasSize(2);
    }

    @Test
    void shouldFindAndDeleteWhatACrashLeftUnfinished(@TempDir Path directory) throws IOException { // C08
        // given: a process that is killed while it writes its first file
        CheckpointStorage onDisk = CheckpointStorages.open(directory.toUri());
        Upload neverClosed = onDisk.create("word-count/checkpoints/5-2/large.state");
        neverClosed.out().flush();
        JobStorage job = new JobStorage(onDisk, JOB);

        // when, then
        assertThat(job.checkpoints()).containsExactly(name(5, 2));
        job.delete(name(5, 2), IDENTITY, Set.of());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldNoticeALogThatLostItsCommits() throws IOException {
        storage.publish(manifest(name(1, 1)));
        storage.requireNeverCommitted(); // published, and then the process died

        storage.publish(manifest(name(2, 1), name(1, 1)));

        assertThatThrownBy(storage::requireNeverCommitted)
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("checkpoints/2-1/manifest.json")
                .hasMessageContaining("[1-1]");
    }
}
