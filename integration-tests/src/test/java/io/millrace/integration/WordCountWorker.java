package io.millrace.integration;

import io.millrace.api.Config;
import io.millrace.api.Job;
import io.millrace.api.MillraceException;
import io.millrace.api.Pipeline;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A process that runs {@link WordCount} with the settings {@code name=value} given as arguments, and ends with an {@link ExitCode}.
 *
 * <p>On SIGTERM it stops the job after a last checkpoint. It talks to its {@link WorkerProcess} as {@link WorkerVoice} says.
 */
final class WordCountWorker {

    private final WorkerVoice voice;
    private final Config config;

    private WordCountWorker(WorkerVoice voice, Config config) {
        this.voice = voice;
        this.config = config;
    }

    public static void main(String[] arguments) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            settings.put(parts[0], parts[1]);
        }
        Config config = new Config(settings);
        WorkerVoice voice = new WorkerVoice(System.out);
        ExitCode code = new WordCountWorker(voice, config).run();
        System.exit(code.value()); // the hook, once there is one, has the last word
    }

    private ExitCode run() {
        Probe probe = StopPlan.of(config).<Probe>map(this::stopProbe).orElse(Probe.NONE);
        ParentWatch.start(System.in, () -> {
            if (probe instanceof StopProbe stop) {
                stop.release();
            }
        });
        try {
            Job job = Pipeline.named(config.require(Settings.JOB), new WordCount(probe), config)
                    .start(Settings.options(config, probe));
            job.addListener(voice);
            voice.sayState(job.state());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(job).endProcess(), "stop on SIGTERM"));
            job.await();
            return ExitCode.FINE;
        } catch (MillraceException e) {
            voice.sayFailure(e);
            return ExitCode.of(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the main thread", e);
        }
    }

    private StopProbe stopProbe(StopPlan plan) {
        return new StopProbe(plan, voice::sayReached);
    }

    /** Stops the job, if it has not ended, and says how it ended. */
    private ExitCode stop(Job job) {
        try {
            job.stop(Duration.ofMillis(
                    Long.parseLong(config.find(Settings.STOP_MILLIS).orElse("20000"))));
            return end(job);
        } catch (MillraceException e) {
            voice.sayFailure(e);
            return ExitCode.of(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the shutdown hook", e);
        } finally {
            voice.sayState(job.state());
            voice.sayLeftovers();
        }
    }

    private static ExitCode end(Job job) {
        return switch (job.state()) {
            case FINISHED, STOPPED -> ExitCode.FINE;
            case FENCED -> ExitCode.FENCED;
            case FAILED -> job.failure().map(ExitCode::of).orElse(ExitCode.FAILED);
            case CREATED, STANDBY, RUNNING, RESTARTING -> throw new IllegalStateException("The job has not ended");
        };
    }
}
