package io.millrace.runtime;

/**
 * Executes tasks: in production each on a thread of its own, in the simulation all on one thread in an order drawn from
 * a seed.
 *
 * <p>Thread-safe.
 */
public interface Drivers {

    /** Begins to drive a task: opens it, steps it until {@link Driver#cancel}, closes it. */
    Driver drive(Task task, DriverListener listener);

    /** Executes one task. Thread-safe. */
    interface Driver {

        Task task();

        /** Ends the task at its next step. */
        void cancel();

        /** Interrupts the task in what it does, after it did not end by itself. */
        void interrupt();

        /** Whether the calling thread is the one that executes the task. */
        boolean isCurrentThread();
    }

    /** Is told what becomes of a task, by the thread that executes it. */
    interface DriverListener {

        /** The task is open and its state restored. */
        void opened(Task task);

        /** The task failed; it is being closed. At most once per task. */
        void failed(Task task, Throwable cause);

        /** The task is closed; its last call, always made, whatever happened before. */
        void ended(Task task);
    }
}
