package io.millrace.runtime;

import io.millrace.api.CheckpointReport;
import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.JobHealth;
import io.millrace.api.MillraceException;
import io.millrace.api.StartMode;
import io.millrace.api.StartRefusedException;
import io.millrace.checkpoint.CheckpointCoordinator;
import io.millrace.checkpoint.CoordinatorListener;
import io.millrace.checkpoint.Manifest;
import io.millrace.checkpoint.TaskId;
import io.millrace.metrics.AttemptMetrics;
import io.millrace.spi.LogEntry;
import io.millrace.time.EventLoop;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the pipeline between two restarts: recovers step by step, lets the tasks work, and ends everything that it
 * started. Blocking steps run outside the event loop; what each came to decides the next.
 *
 * <p>Confined to the job's event loop.
 */
final class Attempt {

    /** Is told how the attempt gets on. Called on the event loop. */
    interface Listener {

        /** Another process may run the job; the attempt waits. */
        void waiting();

        /** The attempt is about to own the job by this entry: a later one by anybody else is a successor's. */
        void claims(LogEntry.Takeover takeover);

        /** All tasks are restored and work. */
        void running();

        void checkpointed(CheckpointReport report);

        /** Everything is closed, or will never be. The last call. */
        void ended(AttemptEnd end);
    }

    private static final Logger log = LoggerFactory.getLogger(Attempt.class);

    private final JobSetup setup;
    private final EventLoop loop;
    private final LogEntry.@Nullable Takeover lastClaim;
    private final Listener listener;
    private final AttemptResources resources = new AttemptResources();
    private final AttemptContext context;
    private final Recovery recovery;
    private @Nullable CheckpointCoordinator coordinator;
    private @Nullable PositionPublisher positions;
    private @Nullable SourceWatches watches;
    private volatile @Nullable RunningTasks tasks;
    private @Nullable AttemptEnd end;
    private boolean stepInFlight;
    private boolean tasksEnded = true;
    private boolean resourcesClosed;
    private boolean told;

    Attempt(JobSetup setup, EventLoop loop, LogEntry.@Nullable Takeover lastClaim, Listener listener) {
        this.setup = setup;
        this.loop = loop;
        this.lastClaim = lastClaim;
        this.listener = listener;
        this.context = new AttemptContext(
                setup.jobName(),
                resources.keep(new AttemptMetrics(setup.options().meterRegistry(), setup.jobName())),
                new JobProblems(loop.clock()),
                this::failFromOutside);
        this.recovery = new Recovery(setup, resources, lastClaim, loop.clock(), context);
    }

    // Recovery, step by step

    void start() {
        step("look before fencing", recovery::look, this::waitOrFence);
    }

    private void waitOrFence(Recovery.Looked looked) {
        boolean owner = looked.contents().lastTakeover().isPresent();
        if (setup.options().startMode() == StartMode.TAKE_OVER || lastClaim != null || !owner) {
            fence(looked);
        } else {
            listener.waiting();
            watch(looked, loop.clock().nanos());
        }
    }

    /** A job that runs commits once an interval, so that silence tells nothing before two are over. */
    private long quietNanos() {
        long twoIntervals = setup.options().checkpointInterval().multipliedBy(2).toNanos();
        return Math.max(twoIntervals, setup.options().standbyTakesOverAfter().toNanos());
    }

    /** Looks again until the commit log has stood still for long enough. */
    private void watch(Recovery.Looked before, long unchangedSince) {
        loop.schedule(
                setup.options().checkpointInterval(),
                () -> step("watch the commit log", () -> recovery.lookAgain(before), now -> {
                    long nanos = loop.clock().nanos();
                    if (!now.contents().equals(before.contents())) {
                        watch(now, nanos);
                    } else if (nanos - unchangedSince < quietNanos()) {
                        watch(now, unchangedSince);
                    } else {
                        fence(now);
                    }
                }));
    }

    private void fence(Recovery.Looked looked) {
        step("fence the predecessor", () -> recovery.fence(looked), this::takeOver);
    }

    private void takeOver(Recovery.Fenced fenced) {
        step("claim the job", () -> recovery.claim(fenced), claim -> {
            listener.claims(claim.takeover());
            step("append the takeover", () -> recovery.takeOver(claim), this::decideStart);
        });
    }

    private void decideStart(Recovery.Owned owned) {
        step("decide where to start", () -> recovery.decideStart(owned), this::restore);
    }

    private void restore(Recovery.StartPoint start) {
        CheckpointCoordinator ofAttempt = new CheckpointCoordinator(
                start.settings(), loop, start.log(), setup.storage(), Optional.of(start.manifest()), new Decisions());
        coordinator = ofAttempt;
        positions = new PositionPublisher(loop, start.enumerators());
        SourceWatches ofSources = new SourceWatches(setup.plan().sources(), start, loop, context);
        watches = ofSources;
        TaskEnvironment environment = new TaskEnvironment(
                context,
                loop.clock(),
                setup.options().bufferTimeout(),
                setup.stateBackend(),
                start.log(),
                ofAttempt,
                setup.storage(),
                snapshot -> loop.call("snapshot", () -> run(snapshot), (done, error) -> failIfThrown(error)),
                start.states(),
                start.splits(),
                ofSources::verify);
        List<Task> built = AttemptTasks.build(setup.plan(), environment).tasks();
        tasksEnded = false;
        tasks = RunningTasks.start(built, setup.drivers(), loop, new TaskNews());
    }

    private void work(RunningTasks opened, CheckpointCoordinator ofAttempt, SourceWatches ofSources) {
        opened.begin();
        ofAttempt.start(opened.all());
        ofSources.start(opened.all());
        listener.running();
    }

    // What may happen then

    /** Ends the attempt after a final checkpoint. Only while running. */
    void finish() {
        if (end == null && coordinator != null) {
            coordinator.finish();
        }
    }

    void cancel() {
        end(new AttemptEnd.Cancelled());
    }

    /** What does not get on at the moment. Thread-safe. */
    List<JobHealth.Problem> problems() {
        return context.problems().open();
    }

    /** Whether the calling thread executes one of the attempt's tasks. Thread-safe. */
    boolean executesCurrentThread() {
        RunningTasks running = tasks;
        return running != null && running.executesCurrentThread();
    }

    /** For errors that are found on other threads. Thread-safe. */
    private void failFromOutside(Throwable cause) {
        loop.execute(() -> fail(cause));
    }

    void fail(Throwable cause) {
        if (end == null) {
            logEnd(cause);
        }
        end(new AttemptEnd.Failed(cause));
    }

    /** Where the message says all that there is to know, a stack trace would only hide it. */
    private void logEnd(Throwable cause) {
        if (cause instanceof StartRefusedException
                || cause instanceof FencedException
                || cause instanceof DamagedException) {
            log.warn("Job {}: the attempt ends: {}", setup.jobName(), cause.getMessage());
        } else {
            log.warn("Job {}: the attempt ends: {}", setup.jobName(), cause.toString(), cause);
        }
    }

    private void failIfThrown(@Nullable Throwable error) {
        if (error != null) {
            fail(error);
        }
    }

    private static boolean run(Runnable action) {
        action.run();
        return true;
    }

    // The end

    private void end(AttemptEnd how) {
        if (end != null) {
            return;
        }
        end = how;
        if (coordinator != null) {
            coordinator.close();
        }
        if (watches != null) {
            watches.close();
        }
        RunningTasks running = tasks;
        if (running != null) {
            running.cancel();
        }
        resources.close(loop, () -> {
            resourcesClosed = true;
            tellWhenEnded();
        });
        loop.schedule(setup.options().cancelTimeout(), this::giveUpWaiting);
    }

    private void tellWhenEnded() {
        if (end != null && tasksEnded && resourcesClosed && !stepInFlight && !told) {
            told = true;
            listener.ended(end);
        }
    }

    /** A task that does not end may still do harm; a connection that does not close only keeps others from beginning. */
    private void giveUpWaiting() {
        if (told) {
            return;
        }
        told = true;
        RunningTasks running = tasks;
        String what = tasksEnded || running == null ? "its connections" : "tasks " + running.notEnded();
        if (tasksEnded && end instanceof AttemptEnd.Cancelled cancelled) {
            log.warn("Job {}: {} did not close in time; the job ends all the same", setup.jobName(), what);
            listener.ended(cancelled);
            return;
        }
        Throwable before = end instanceof AttemptEnd.Failed failed ? failed.cause() : null;
        listener.ended(new AttemptEnd.Failed(outlived(what, before)));
    }

    private TaskOutlivedException outlived(String what, @Nullable Throwable before) {
        return new TaskOutlivedException(
                "Job '" + setup.jobName() + "': the attempt ended, but " + what + " did not end within "
                        + setup.options().cancelTimeout()
                        + ", also when interrupted. No new attempt may run beside them: end this process and start it"
                        + " again; nothing is lost. Look for user code that blocks and swallows interrupts",
                before);
    }

    private <T> void step(String what, Callable<T> blocking, Consumer<T> next) {
        if (end != null) {
            return;
        }
        log.debug("Job {}: {}", setup.jobName(), what);
        stepInFlight = true;
        loop.call(what, blocking, (result, error) -> {
            stepInFlight = false;
            if (end != null) {
                tellWhenEnded();
            } else if (error != null) {
                fail(asStartFailure(what, error));
            } else if (result != null) {
                next.accept(result);
            }
        });
    }

    /** Before a job ever owned anything there is nothing to recover: a start that cannot look is refused. */
    private Throwable asStartFailure(String what, Throwable error) {
        boolean looking = what.startsWith("look");
        if (lastClaim != null || !looking || error instanceof MillraceException) {
            return error;
        }
        return new StartRefusedException(
                "Job '" + setup.jobName() + "' cannot start, could not " + what + ": " + error.getMessage(), error);
    }

    /** What the coordinator decides. */
    private final class Decisions implements CoordinatorListener {

        @Override
        public void committed(CheckpointReport report, Manifest manifest) {
            listener.checkpointed(report);
            if (positions != null) {
                positions.committed(manifest);
            }
        }

        @Override
        public void gaveUp(CheckpointReport report) {
            listener.checkpointed(report);
        }

        @Override
        public void ended(boolean drained) {
            AttemptEnd how = drained ? new AttemptEnd.Drained() : new AttemptEnd.Finalized();
            if (positions != null) {
                positions.whenIdle(() -> end(how));
            }
        }

        @Override
        public void failed(Throwable cause) {
            fail(cause);
        }
    }

    /** What the tasks come to. */
    private final class TaskNews implements RunningTasks.Listener {

        @Override
        public void allOpened() {
            RunningTasks opened = tasks;
            if (end == null && opened != null && coordinator != null && watches != null) {
                work(opened, coordinator, watches);
            }
        }

        @Override
        public void failed(TaskId task, Throwable cause) {
            fail(cause);
        }

        @Override
        public void allEnded() {
            tasksEnded = true;
            if (end == null) {
                fail(new IllegalStateException("All tasks ended by themselves"));
            }
            tellWhenEnded();
        }
    }
}
