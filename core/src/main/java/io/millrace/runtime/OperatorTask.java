package io.millrace.runtime;

import io.millrace.channel.Batch;
import io.millrace.channel.Parker;
import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskReports;
import io.millrace.element.CheckpointBarrier;
import io.millrace.element.DataRecord;
import io.millrace.element.ElementHandler;
import io.millrace.element.EndOfInput;
import io.millrace.element.StreamElement;
import io.millrace.operator.OperatorChain;
import java.util.Optional;

/**
 * A task that takes its records from channels. When all inputs have ended it says so downstream and goes on passing
 * barriers.
 *
 * <p>Confined to its driver; what others may call leaves a letter.
 */
final class OperatorTask extends ChainTask implements ElementHandler {

    private final InputGate gate;
    private final BarrierAligner aligner;
    private final TaskReports reports;
    private int endedInputs;

    OperatorTask(
            TaskId id,
            OperatorChain chain,
            InputGate gate,
            BarrierAligner aligner,
            Parker parker,
            TaskEnvironment environment) {
        super(id, chain, parker, environment);
        this.gate = gate;
        this.aligner = aligner;
        this.reports = environment.reports();
    }

    @Override
    public boolean isSource() {
        return false;
    }

    @Override
    public void trigger(long checkpointId, boolean pause) {
        throw new IllegalStateException(
                "Task " + id() + " reads from channels; barrier " + checkpointId + " comes to it through them");
    }

    @Override
    public void resume() {
        throw new IllegalStateException("Task " + id() + " reads from channels and never pauses");
    }

    @Override
    public void aborted(long checkpointId) {
        put(() -> {
            aligner.onAborted(checkpointId);
            checkpoints().aborted(checkpointId);
        });
    }

    @Override
    Progress work() throws Exception {
        int elements = 0;
        while (elements < Batch.CAPACITY && chain().hasRoom()) {
            StreamElement element = gate.next();
            if (element == null) {
                break;
            }
            element.deliverTo(this, gate.channel());
            elements++;
        }
        return elements > 0 ? Progress.PROGRESSED : Progress.IDLE;
    }

    @Override
    boolean hasInput() {
        return gate.hasNext();
    }

    @Override
    public void onRecord(DataRecord element, int channel) throws Exception {
        chain().process(element);
    }

    @Override
    public void onBarrier(CheckpointBarrier barrier, int channel) throws Exception {
        Optional<CheckpointBarrier> aligned = aligner.onBarrier(channel, barrier);
        if (aligned.isPresent()) {
            checkpoints().onBarrier(aligned.get(), Optional::empty);
        }
    }

    @Override
    public void onEndOfInput(int channel) {
        endedInputs++;
        if (endedInputs == gate.channels()) {
            chain().forward(EndOfInput.INSTANCE);
            reports.drained(id());
        }
    }

    @Override
    public String toString() {
        return id() + " last=" + last() + (isParked() ? " parked" : "") + " inputs: " + gate + " ended=" + endedInputs
                + "/" + gate.channels();
    }
}
