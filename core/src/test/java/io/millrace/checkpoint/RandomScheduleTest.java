package io.millrace.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.checkpoint.CoordinatorFixture.FakeTask;
import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.checkpoint.storage.FaultyStorage;
import io.millrace.checkpoint.storage.FaultyStorage.Fault;
import io.millrace.checkpoint.storage.FaultyStorage.Operation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several runs of a job, one after the other, over a storage that fails now and then: events, blocking calls, timers, tasks and
 * the end of each run come in an order drawn from a seed.
 */
class RandomScheduleTest {

    private static final Timing TIMING = new Timing(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ZERO, 2);
    private static final int RETAINED = 2;

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldKeepItsPromisesWhateverTheOrder(int seed) throws IOException {
        Random random = new Random(seed);
        FaultyStorage files = new FaultyStorage();
        Set<Long> announced = new HashSet<>();
        for (int run = 1; run <= 4; run++) {
            CoordinatorFixture job = CoordinatorFixture.started(files, TIMING, RETAINED);
            injectFaults(files, random);
            int steps = random.nextInt(600);
            for (int step = 0; step < steps; step++) {
                job.loop.step(random);
                actAsATask(job, random);
            }
            endTheRun(job, random);
            files.heal();
            assertTold(job, announced);
            assertRestorable(job, announced);
        }

        // and: an undisturbed run leaves the kept checkpoints and nothing else
        CoordinatorFixture last = CoordinatorFixture.started(files, TIMING, RETAINED);
        for (int i = 0; i < RETAINED; i++) {
            last.complete(last.storage.nextCheckpointId(last.log.look().lastCommit()));
        }
        assertThat(last.told).hasSize(RETAINED).allMatch(told -> told.startsWith("committed "));
        assertThat(last.stored()).hasSize(RETAINED).last().isEqualTo(last.decided());
        assertThat(last.stored()).allMatch(name -> name.run() == last.run);
    }

    private static void injectFaults(FaultyStorage files, Random random) {
        Operation[] operations = {Operation.WRITE, Operation.PUBLISH, Operation.DELETE, Operation.LIST, Operation.OPEN};
        for (int i = random.nextInt(4); i > 0; i--) {
            Operation operation = operations[random.nextInt(operations.length)];
            Fault fault = random.nextBoolean() ? Fault.FAILS : Fault.DONE_BUT_THROWS;
            String path = random.nextBoolean() ? "checkpoints/" : "";
            // the first few go untouched
            int after = random.nextInt(30);
            for (int skip = 0; skip < after; skip++) {
                files.before(operation, path, () -> {});
            }
            files.inject(operation, path, fault, 1 + random.nextInt(2));
        }
    }

    /** A task acknowledges or declines a checkpoint that it was triggered for, sooner or later or never. */
    private static void actAsATask(CoordinatorFixture job, Random random) {
        FakeTask task = job.tasks.get(random.nextInt(job.tasks.size()));
        if (random.nextInt(3) > 0) {
            return;
        }
        List<String> triggers = job.tasks.get(0).letters.stream()
                .filter(letter -> letter.startsWith("trigger "))
                .toList();
        if (triggers.isEmpty()) {
            return;
        }
        String last = triggers.get(Math.max(0, triggers.size() - 1 - random.nextInt(2)));
        long id = Long.parseLong(last.split(" ")[1]);
        if (random.nextInt(25) == 0) {
            job.coordinator.declined(task.id(), id, new IOException("declined"));
            return;
        }
        try {
            job.acknowledge(task, id);
        } catch (CancellationException expectedWhenGivenUp) {
            // the task has nothing to acknowledge
        } catch (RuntimeException e) {
            job.coordinator.declined(task.id(), id, e);
        }
    }

    private static void endTheRun(CoordinatorFixture job, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> { // the process dies: nothing that waits is ever done
            }
            case 1 -> {
                job.coordinator.close();
                job.loop.runAll();
            }
            default -> {
                job.coordinator.finish();
                for (int step = 0; step < 200; step++) {
                    job.loop.step(random);
                    actAsATask(job, random);
                }
                job.coordinator.close();
                job.loop.runAll();
            }
        }
    }

    private static void assertTold(CoordinatorFixture job, Set<Long> announced) {
        List<Long> ids = new ArrayList<>();
        for (String letter : job.tasks.get(0).letters) {
            String[] words = letter.split(" ");
            if (words[0].equals("trigger")) {
                long id = Long.parseLong(words[1]);
                assertThat(ids).as("numbers only rise").allMatch(before -> before < id);
                ids.add(id);
            }
        }
        List<String> committed = job.letters("committed");
        List<String> aborted = job.letters("aborted");
        assertThat(committed).doesNotHaveDuplicates().isSortedAccordingTo(RandomScheduleTest::byNumber);
        assertThat(aborted).doesNotHaveDuplicates();
        assertThat(aborted).noneMatch(letter -> committed.contains(letter.replace("aborted", "committed")));
        assertThat(job.told.stream().filter(told -> told.equals("failed") || told.startsWith("ended")))
                .hasSizeLessThanOrEqualTo(1);
        for (String letter : committed) {
            long id = Long.parseLong(letter.split(" ")[1]);
            assertThat(announced).as("each builds upon the one before").allMatch(before -> before < id);
            announced.add(id);
        }
    }

    /** What the log says can be restored, and is not behind anything that a task was told. */
    private static void assertRestorable(CoordinatorFixture job, Set<Long> announced) throws IOException {
        var commit =
                new StorageCommitLog(job.files, Samples.JOB).look().lastCommit().orElseThrow();
        Manifest manifest = job.storage.load(commit);
        job.storage.requireFiles(manifest);
        assertThat(announced).allMatch(id -> id <= commit.checkpointId());
    }

    private static int byNumber(String left, String right) {
        return Long.compare(Long.parseLong(left.split(" ")[1]), Long.parseLong(right.split(" ")[1]));
    }
}
