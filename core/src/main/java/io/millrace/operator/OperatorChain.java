package io.millrace.operator;

import io.millrace.channel.Outbox;
import io.millrace.element.DataRecord;
import io.millrace.element.StreamElement;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operators of one task, a tree in which each calls the next, and the outboxes at its leaves.
 *
 * <p>Confined to its task.
 */
public final class OperatorChain implements AutoCloseable {

    private final Receiver root;
    private final List<Operator> operators;
    private final List<KeyedProcessOperator> keyed;
    private final SinkOperator[] sinks;
    private final Outbox[] outboxes;
    private final Queue<Action> whenSettled = new ArrayDeque<>();

    /** Something that a task does. */
    @FunctionalInterface
    public interface Action {

        void run() throws Exception;
    }

    /**
     * Creates a chain that is not open yet.
     *
     * @param root takes the records that enter the task
     * @param operators all operators, each before those that it calls
     * @param outboxes all ways out
     */
    public OperatorChain(Receiver root, List<Operator> operators, List<Outbox> outboxes) {
        this.root = root;
        this.operators = List.copyOf(operators);
        this.keyed = only(KeyedProcessOperator.class, operators);
        this.sinks = only(SinkOperator.class, operators).toArray(SinkOperator[]::new);
        this.outboxes = outboxes.toArray(Outbox[]::new);
    }

    /** Opens all operators, so that none is called before those that it calls are open. */
    public void open() throws Exception {
        for (int i = operators.size() - 1; i >= 0; i--) {
            operators.get(i).open();
        }
    }

    /** Processes a record through the whole chain. */
    public void process(DataRecord element) throws Exception {
        root.receive(element);
    }

    /** Whether a further record may be processed: all sinks and outboxes have room. */
    public boolean hasRoom() {
        for (Outbox outbox : outboxes) {
            if (!outbox.hasRoom()) {
                return false;
            }
        }
        for (SinkOperator sink : sinks) {
            if (!sink.hasRoom()) {
                return false;
            }
        }
        return true;
    }

    /** Hands on what waited for room downstream, and lets sinks write what waited in them. */
    public void drain() throws Exception {
        for (SinkOperator sink : sinks) {
            sink.drain();
        }
        for (Outbox outbox : outboxes) {
            outbox.drain();
        }
        while (!whenSettled.isEmpty() && isSettled()) {
            whenSettled.remove().run();
        }
    }

    /**
     * Does something that belongs behind every record that entered the chain so far: now, unless one still waits in a sink.
     */
    public void whenSettled(Action action) throws Exception {
        if (whenSettled.isEmpty() && isSettled()) {
            action.run();
        } else {
            whenSettled.add(action);
        }
    }

    private boolean isSettled() {
        for (SinkOperator sink : sinks) {
            if (!sink.isSettled()) {
                return false;
            }
        }
        return true;
    }

    /** Hands on everything, also batches that are not full. */
    public void flush() {
        for (Outbox outbox : outboxes) {
            outbox.flush();
        }
    }

    /**
     * Asks to be woken when something that waits can be handed on.
     *
     * @return false if that is so already
     */
    public boolean requestRoom() {
        boolean mustWait = true;
        for (SinkOperator sink : sinks) {
            mustWait &= !sink.canDrain();
        }
        for (Outbox outbox : outboxes) {
            mustWait &= outbox.requestRoom();
        }
        return mustWait;
    }

    /** Sends a barrier or the end of input to all downstream tasks, behind everything that came before. */
    public void forward(StreamElement element) {
        for (Outbox outbox : outboxes) {
            outbox.emitToAll(element);
        }
    }

    /** First act at a barrier: completed once all sinks can commit what came before it. */
    public CompletionStage<Void> prepare(long checkpointId) {
        CompletableFuture<?>[] stages = new CompletableFuture<?>[sinks.length];
        for (int i = 0; i < sinks.length; i++) {
            stages[i] = sinks[i].prepare(checkpointId).toCompletableFuture();
        }
        return CompletableFuture.allOf(stages);
    }

    /**
     * Second act at a barrier: captures the state of all operators.
     *
     * @param source where the task's source stands; null if it has none
     */
    public ChainCapture capture(long checkpointId, @Nullable OperatorCapture source) throws Exception {
        ChainCapture capture = new ChainCapture();
        try {
            if (source != null) {
                capture.add(source);
            }
            for (KeyedProcessOperator operator : keyed) {
                capture.add(operator.capture(checkpointId));
            }
            for (SinkOperator sink : sinks) {
                capture.add(sink.capture());
            }
            return capture;
        } catch (Throwable e) {
            capture.closeAfter(e);
            throw e;
        }
    }

    /** The checkpoint was committed. */
    public void committed(long checkpointId) {
        for (SinkOperator sink : sinks) {
            sink.committed(checkpointId);
        }
    }

    /** The checkpoint was given up. */
    public void aborted(long checkpointId) {
        for (SinkOperator sink : sinks) {
            sink.aborted(checkpointId);
        }
    }

    /** Closes all operators, each one whatever the others throw. */
    @Override
    public void close() throws Exception {
        Closer closer = new Closer();
        operators.forEach(closer::close);
        closer.rethrow();
    }

    private static <O extends Operator> List<O> only(Class<O> kind, List<Operator> operators) {
        return operators.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
