package io.millrace.checkpoint;

import static io.millrace.checkpoint.CoordinatorFixture.INTERVAL;
import static io.millrace.checkpoint.CoordinatorFixture.TIMEOUT;
import static io.millrace.checkpoint.Samples.name;
import static io.millrace.checkpoint.Samples.split;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.checkpoint.storage.FaultyStorage;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Takes checkpoints one after the other. Number 1 is the first of a fresh start. */
class CoordinatorTest {

    private CoordinatorFixture job;

    @BeforeEach
    void start() throws IOException {
        job = CoordinatorFixture.started();
    }

    @Test
    void shouldTriggerAtTheSourcesOnlyAnIntervalAfterTheStart() {
        job.loop.advance(INTERVAL.minusMillis(1));
        assertThat(job.tasks.get(0).letters).isEmpty();

        job.loop.advance(Duration.ofMillis(1));

        assertThat(job.tasks.get(0).letters).containsExactly("trigger 2");
        assertThat(job.tasks.get(1).letters).containsExactly("trigger 2");
        assertThat(job.counts().letters).isEmpty();
    }

    @Test
    void shouldPublishThenCommitThenTell() {
        job.trigger();
        job.acknowledge(2);
        job.loop.runEvents();

        job.loop.runCall("seal");
        job.loop.runEvents();
        assertThat(job.loop.pendingCalls()).containsExactly("publish checkpoint 2");
        job.loop.runCall("publish");
        job.loop.runEvents();
        assertThat(job.decided()).isEqualTo(name(1, 1));
        assertThat(job.loop.pendingCalls()).containsExactly("commit checkpoint 2");
        job.loop.runCall("commit");
        assertThat(job.decided()).isEqualTo(name(2, 1));
        assertThat(job.told).isEmpty();
        job.loop.runEvents();

        assertThat(job.told).containsExactly("committed 2-1");
        assertThat(job.tasks).allSatisfy(task -> assertThat(task.letters).endsWith("committed 2"));
    }

    @Test
    void shouldStoreWhatTheTasksAcknowledged() throws IOException {
        job.complete(2);

        Manifest manifest = job.storage.find(name(2, 1)).orElseThrow();
        assertThat(manifest.operator("lines").orElseThrow().positions())
                .containsExactly(split("lines-0", 200), split("lines-1", 200));
        assertThat(manifest.operator("counts").orElseThrow().states()).hasSize(1);
        assertThat(manifest.retained()).containsExactly(name(1, 1));
        job.storage.requireFiles(manifest);
    }

    @Test
    void shouldReportHowLongItTookAndHowLargeItIs() {
        job.trigger();
        job.loop.advance(Duration.ofMillis(35));
        job.acknowledge(2);
        job.loop.runAll();

        var report = job.reports.get(0);
        assertThat(report.checkpointId()).isEqualTo(2);
        assertThat(report.run()).isEqualTo(1);
        assertThat(report.committed()).isTrue();
        assertThat(report.reason()).isNull();
        assertThat(report.duration()).isEqualTo(Duration.ofMillis(35));
        assertThat(report.bytes()).isEqualTo(70_010);
    }

    @Test
    void shouldTakeOneAfterTheOther() {
        job.complete(2);
        job.complete(3);
        job.complete(4);

        assertThat(job.told).containsExactly("committed 2-1", "committed 3-1", "committed 4-1");
        assertThat(job.log.commits).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void shouldNotTriggerTheNextWhileOneIsUnderWay() {
        job.trigger();
        job.loop.advance(INTERVAL.multipliedBy(5));

        assertThat(job.tasks.get(0).letters).containsExactly("trigger 2");
    }

    @Test
    void shouldDecideInOrderWhenSeveralAreUnderWay() throws IOException { // S14, C11
        job = CoordinatorFixture.started(new FaultyStorage(), new Timing(INTERVAL, TIMEOUT, Duration.ZERO, 2), 2);
        job.trigger();
        job.trigger();
        job.acknowledge(3);
        job.loop.runAll();
        assertThat(job.told).isEmpty();

        job.acknowledge(2);
        job.loop.runAll();

        assertThat(job.told).containsExactly("committed 2-1", "committed 3-1");
    }

    @Test
    void shouldDecideTheLaterWhenTheEarlierIsGivenUp() throws IOException { // S14, C11
        job = CoordinatorFixture.started(new FaultyStorage(), new Timing(INTERVAL, TIMEOUT, Duration.ZERO, 2), 2);
        job.trigger();
        job.trigger();
        job.acknowledge(3);
        job.loop.runAll();

        job.coordinator.declined(job.counts().id(), 2, new IOException("no"));
        job.loop.runAll();

        assertThat(job.told).containsExactly("gave up 2-1", "committed 3-1");
    }

    @Test
    void shouldStartAboveEveryNumberThatWasEverSeen() throws IOException {
        job.complete(2);
        job.trigger();
        job.acknowledge(3);
        job.loop.runAllExcept("commit"); // prepared, and then the process dies

        CoordinatorFixture next = CoordinatorFixture.started(job.files);
        next.complete(4);

        assertThat(next.told).containsExactly("committed 4-2");
    }

    @Test
    void shouldRefuseNumbersThatDoNotRise() throws IOException {
        Manifest restored = job.storage.find(name(1, 1)).orElseThrow();
        CoordinatorSettings settings =
                new CoordinatorSettings(Samples.IDENTITY, 1, 1, Samples.TIMING, 2, 128, 1, Map.of());

        assertThatThrownBy(() ->
                        new CheckpointCoordinator(settings, job.loop, job.log, job.storage, Optional.of(restored), job))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
