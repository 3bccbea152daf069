package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.operator.ChainCapture;
import io.millrace.operator.OperatorCapture;
import io.millrace.simulation.MemorySnapshots;
import io.millrace.spi.SnapshotStore;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class OpenCaptureTest {

    private final List<String> journal = new ArrayList<>();
    private final MemorySnapshots files = new MemorySnapshots();
    private final OpenCapture capture = open(() -> {});

    @Test
    void shouldStayOpenUntilReleasedWhenStored() throws Exception {
        // given
        TaskSnapshot snapshot = capture.store(() -> files);
        assertThat(snapshot.operators()).extracting(operator -> operator.uid()).containsExactly("counts");
        assertThat(journal).containsExactly("stored");

        // when
        capture.release();
        capture.release();

        // then
        assertThat(journal).containsExactly("stored", "closed");
    }

    @Test
    void shouldNotBeStoredWhenReleasedBefore() throws Exception {
        // given
        capture.release();

        // when, then
        assertThatThrownBy(() -> capture.store(() -> files)).isInstanceOf(CancellationException.class);
        assertThat(journal).containsExactly("closed");
    }

    @Test
    void shouldBeClosedByTaskOnlyWhenReleasedWhileItIsStored() throws Exception {
        // given: what a capture refers to is the task's, and no other thread may touch it while the task works
        OpenCapture[] self = new OpenCapture[1];
        self[0] = open(() -> release(self[0]));
        self[0].store(() -> files);
        assertThat(journal).containsExactly("stored");

        // when
        self[0].release();

        // then
        assertThat(journal).containsExactly("stored", "closed");
    }

    @Test
    void shouldBeClosedByStoringThreadWhenAbandonedMeanwhile() throws Exception {
        // given
        OpenCapture[] self = new OpenCapture[1];
        self[0] = open(() -> abandon(self[0]));

        // when
        self[0].store(() -> files);

        // then
        assertThat(journal).containsExactly("stored", "closed");
    }

    @Test
    void shouldBeClosedByStoringThreadWhenAbandonedWhileStoringFails() {
        // given
        OpenCapture[] self = new OpenCapture[1];
        self[0] = open(() -> {
            abandon(self[0]);
            throw new IOException("Disk full");
        });

        // when, then
        assertThatThrownBy(() -> self[0].store(() -> files)).hasMessage("Disk full");
        assertThat(journal).containsExactly("closed");
    }

    @Test
    void shouldBeReleasableWhenCheckpointWasGivenUp() throws Exception {
        // given
        assertThatThrownBy(() -> capture.store(() -> {
                    throw new CancellationException("given up");
                }))
                .isInstanceOf(CancellationException.class);

        // when
        capture.release();

        // then
        assertThat(journal).containsExactly("closed");
    }

    private OpenCapture open(Storing whileStoring) {
        ChainCapture chain = new ChainCapture();
        chain.add(new OperatorCapture.KeyedState("counts", new StateCapture() {
            @Override
            public List<StateRef> store(SnapshotStore store) throws IOException {
                whileStoring.run();
                journal.add("stored");
                return List.of();
            }

            @Override
            public void close() {
                journal.add("closed");
            }
        }));
        return new OpenCapture(chain);
    }

    private static void release(OpenCapture capture) {
        try {
            capture.release();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void abandon(OpenCapture capture) {
        try {
            capture.abandon();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @FunctionalInterface
    private interface Storing {
        void run() throws IOException;
    }
}
