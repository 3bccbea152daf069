package io.millrace.operator;

import static java.util.Objects.requireNonNull;

import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.RecordRefusedException;
import io.millrace.api.SerdeException;
import io.millrace.element.DataRecord;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Behind {@code to}: hands records and the news about checkpoints to a connector's writer.
 *
 * <p>Confined to its task.
 */
public final class SinkOperator implements Operator {

    private final OperatorId id;
    private final SinkConnector<?> connector;
    private final SinkContext context;
    private final RecordErrors errors;
    private @Nullable SinkWriter<?> writer;

    /** Records that the writer is not ready for, oldest first. Bounded by what one call into user code emits. */
    private final ArrayDeque<DataRecord> waiting = new ArrayDeque<>();

    public SinkOperator(OperatorId id, SinkConnector<?> connector, SinkContext context, RecordErrors errors) {
        this.id = id;
        this.connector = connector;
        this.context = context;
        this.errors = errors;
    }

    @Override
    public void open() {
        writer = connector.openWriter(context);
    }

    /** Whether the writer takes a further record now. */
    boolean hasRoom() {
        return waiting.isEmpty() && writer().hasRoom();
    }

    /** Whether everything that was received has been written or passed over, so that a barrier may pass. */
    boolean isSettled() {
        return waiting.isEmpty();
    }

    /** Whether {@link #drain} would do something. */
    boolean canDrain() {
        DataRecord oldest = waiting.peek();
        return oldest != null && writer().isReadyFor(oldest);
    }

    /** Writes what waited and need not wait any more. */
    void drain() throws Exception {
        while (canDrain()) {
            write(waiting.remove());
        }
    }

    @Override
    public void receive(DataRecord element) throws Exception {
        if (waiting.isEmpty() && writer().isReadyFor(element)) {
            write(element);
        } else {
            waiting.add(element);
        }
    }

    private void write(DataRecord element) throws Exception {
        try {
            writer().write(element);
        } catch (RecordRefusedException e) {
            errors.failed(element, Reason.REFUSED, e);
        } catch (SerdeException e) {
            errors.failed(element, Reason.SERIALIZATION, e);
        }
    }

    /** Completed once the writer has all that came before the barrier ready to be committed. */
    CompletionStage<Void> prepare(long checkpointId) {
        return writer().prepare(checkpointId);
    }

    OperatorCapture capture() {
        return new OperatorCapture.Positions(id.uid(), List.of());
    }

    void committed(long checkpointId) {
        writer().committed(checkpointId);
    }

    void aborted(long checkpointId) {
        writer().aborted(checkpointId);
    }

    @Override
    public void close() throws Exception {
        SinkWriter<?> open = writer;
        writer = null;
        if (open != null) {
            open.close();
        }
    }

    private SinkWriter<?> writer() {
        return requireNonNull(writer, "writer");
    }
}
