package io.millrace.operator;

import static java.util.Objects.requireNonNull;

import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.RecordRefusedException;
import io.millrace.api.SerdeException;
import io.millrace.element.DataRecord;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
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
        return writer().hasRoom();
    }

    @Override
    public void receive(DataRecord element) throws Exception {
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
