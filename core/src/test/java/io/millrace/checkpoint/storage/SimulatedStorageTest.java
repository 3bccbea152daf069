package io.millrace.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedDisk;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.simulation.StorageFaults;
import io.millrace.simulation.StorageFaults.Fault;
import io.millrace.simulation.StorageFaults.Operation;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulated disk, undisturbed, keeps the contract of every storage; disturbed, it does what disks do. */
class SimulatedStorageTest extends CheckpointStorageContract {

    private final SimulatedDisk disk = new SimulatedDisk(new Random(1));
    private final CheckpointStorage storage = disk.asItIs();
    private final List<String> told = new ArrayList<>();

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @Override
    CheckpointStorage storage() {
        return storage;
    }

    /** The disk of a world has one user at a time, so that racers race in the world. */
    @Test
    @Override
    void shouldLetExactlyOneWinWhenManyPublishTheSameName() {
        seeds().forEach(this::letFourRace);
    }

    private void letFourRace(long seed) {
        told.clear();
        try (SeededScheduler world = new SeededScheduler(seed)) {
            SimulatedDisk shared = new SimulatedDisk(world.random());
            for (int i = 0; i < 4; i++) {
                SimulatedProcess racer = world.process("racer-" + i);
                racer.background().execute(() -> told.add(tryPublish(shared.storageOf(racer), racer.name())));
            }

            world.runUntil(() -> told.size() == 4, 10_000);

            assertThat(told).filteredOn("published"::equals).hasSize(1);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldKeepWhatWasPublishedWhenPowerIsLost(long seed) throws IOException {
        try (SeededScheduler world = new SeededScheduler(seed)) {
            // given: a publication, which may or may not have returned
            SimulatedDisk shared = new SimulatedDisk(world.random());
            SimulatedProcess writer = world.process("writer");
            writer.background().execute(() -> told.add(tryPublish(shared.storageOf(writer), "content")));
            int after = world.random().nextInt(30);
            world.runUntil(() -> world.steps() >= after || !told.isEmpty(), 10_000);

            // when
            writer.kill();
            shared.losePower();

            // then
            boolean there = shared.paths().contains("job/file");
            assertThat(there || told.isEmpty()).isTrue();
            if (there) {
                assertThat(shared.asItIs().open("job/file").readAllBytes())
                        .asString(UTF_8)
                        .isEqualTo("content");
            }
        }
    }

    @Test
    void shouldLoseNamesThatWereNotSyncedNowAndThen() throws IOException {
        // given, when
        Set<Boolean> gone = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            publish("job/" + i, "content");
            storage.delete("job/" + i);
            disk.losePower();
            gone.add(!disk.paths().contains("job/" + i));
        }

        // then: a deletion may be undone, since no storage syncs it
        assertThat(gone).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void shouldFailAsAsked() throws IOException {
        try (SeededScheduler world = new SeededScheduler(1)) {
            SimulatedProcess process = world.process("one");
            CheckpointStorage disturbed = disk.storageOf(process);
            disk.faults((operation, path) -> operation == Operation.PUBLISH ? Fault.DONE_BUT_FAILS : Fault.NOTHING);
            process.background().execute(() -> told.add(tryPublish(disturbed, "a")));
            world.runUntil(() -> told.size() == 1, 100);
            disk.faults((operation, path) -> operation == Operation.DELETE ? Fault.FAILS : Fault.NOTHING);
            process.background().execute(() -> told.add(tryDelete(disturbed)));
            world.runUntil(() -> told.size() == 2, 100);

            assertThat(told).containsExactly("failed", "failed");
            assertThat(read("job/file")).isEqualTo("a");
            disk.faults(StorageFaults.NONE);
            process.background().execute(() -> told.add(tryDelete(disturbed)));
            world.runUntil(() -> told.size() == 3, 100);
            assertThat(told).endsWith("true");
        }
    }

    private static String tryDelete(CheckpointStorage storage) {
        try {
            return "" + storage.delete("job/file");
        } catch (IOException e) {
            return "failed";
        }
    }

    private static String tryPublish(CheckpointStorage storage, String content) {
        try (Upload upload = storage.create("job/file")) {
            upload.out().write(content.getBytes(UTF_8));
            upload.publish();
            return "published";
        } catch (FileAlreadyExistsException e) {
            return "exists";
        } catch (IOException e) {
            return "failed";
        }
    }
}
