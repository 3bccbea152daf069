package io.millrace.runtime;

import io.millrace.checkpoint.TaskId;
import io.millrace.runtime.Drivers.Driver;
import io.millrace.runtime.Drivers.DriverListener;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tasks of one attempt as a whole: all opened, then all begun, in the end all closed. Interrupts those that do not
 * end by themselves.
 *
 * <p>Confined to the job's event loop, except {@link #executesCurrentThread}.
 */
final class RunningTasks {

    private static final Duration FIRST_INTERRUPT = Duration.ofSeconds(1);
    private static final Duration NEXT_INTERRUPT = Duration.ofSeconds(1);

    /** Called on the event loop. */
    interface Listener {

        void allOpened();

        void failed(TaskId task, Throwable cause);

        void allEnded();
    }

    private final List<Task> tasks;
    private final EventLoop loop;
    private final Listener listener;
    private final List<Driver> drivers;
    private final Set<TaskId> notOpened = new HashSet<>();
    private final Set<TaskId> notEnded = new HashSet<>();

    private RunningTasks(List<Task> tasks, EventLoop loop, Listener listener, List<Driver> drivers) {
        this.tasks = tasks;
        this.loop = loop;
        this.listener = listener;
        this.drivers = drivers;
        tasks.forEach(task -> notOpened.add(task.id()));
        notEnded.addAll(notOpened);
    }

    /** Starts to drive all tasks. */
    static RunningTasks start(List<Task> tasks, Drivers drivers, EventLoop loop, Listener listener) {
        RunningTasks running = new RunningTasks(tasks, loop, listener, new ArrayList<>());
        DriverListener reports = running.new Reports();
        tasks.forEach(task -> running.drivers.add(drivers.drive(task, reports)));
        return running;
    }

    void begin() {
        tasks.forEach(Task::begin);
    }

    List<Task> all() {
        return tasks;
    }

    /** Asks all tasks to end, and interrupts every second those that do not. */
    void cancel() {
        drivers.forEach(Driver::cancel);
        interruptAfter(FIRST_INTERRUPT);
    }

    Set<TaskId> notEnded() {
        return Set.copyOf(notEnded);
    }

    /** Whether the calling thread executes one of the tasks. Thread-safe once started. */
    boolean executesCurrentThread() {
        return drivers.stream().anyMatch(Driver::isCurrentThread);
    }

    private void interruptAfter(Duration delay) {
        loop.schedule(delay, () -> {
            if (notEnded.isEmpty()) {
                return;
            }
            drivers.stream()
                    .filter(driver -> notEnded.contains(driver.task().id()))
                    .forEach(Driver::interrupt);
            interruptAfter(NEXT_INTERRUPT);
        });
    }

    /** Turns what drivers tell into events of the loop. */
    private final class Reports implements DriverListener {

        @Override
        public void opened(Task task) {
            loop.execute(() -> {
                if (notOpened.remove(task.id()) && notOpened.isEmpty()) {
                    listener.allOpened();
                }
            });
        }

        @Override
        public void failed(Task task, Throwable cause) {
            loop.execute(() -> listener.failed(task.id(), cause));
        }

        @Override
        public void ended(Task task) {
            loop.execute(() -> {
                if (notEnded.remove(task.id()) && notEnded.isEmpty()) {
                    listener.allEnded();
                }
            });
        }
    }
}
