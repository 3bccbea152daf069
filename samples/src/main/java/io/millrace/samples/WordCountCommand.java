package io.millrace.samples;

import io.millrace.api.Job;
import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs {@link WordCount} as a service: until its input ends, it is stopped, or something keeps it from going on. */
@Command(
        name = "word-count",
        description = {
            "Counts the words of a topic exactly once, and writes every update to another topic.",
            "A record's value is split at what is not a letter, digit or underscore of ASCII; words are counted in lower case."
                    + " The output's key is the word, its value the count so far in decimal. Missing topics are created."
        })
final class WordCountCommand implements Callable<Integer> {

    @Spec
    private @SuppressWarnings("NullAway.Init") CommandSpec spec;

    @Mixin
    private WordCountOptions options = new WordCountOptions();

    @Override
    public Integer call() throws InterruptedException {
        requireUsable();
        if (options.endWithParent) {
            ParentWatch.start(System.in, () -> Runtime.getRuntime().halt(ExitCode.FAILED.number()));
        }
        Ending ending = run();
        ending.print(System.err, options.verbose);
        return ending.code().number();
    }

    private Ending run() throws InterruptedException {
        try {
            JobOptions jobOptions = options.jobOptions();
            Pipeline pipeline = Pipeline.named(options.job, new WordCount(), options.config());
            new Topics(options.bootstrapServers, options.kafkaSettings(), options.partitions)
                    .ensure(options.input, options.output);
            return run(pipeline.start(jobOptions));
        } catch (RuntimeException e) {
            return Ending.of(e);
        }
    }

    private Ending run(Job job) throws InterruptedException {
        GracefulStop stop =
                new GracefulStop(job, options.stopTimeout, System.err, options.verbose, Runtime.getRuntime()::halt);
        stop.arm();
        job.addListener(new CheckpointLog());
        Ending ending = Ending.await(job);
        return stop.disarm() ? ending : Ending.SUCCESS;
    }

    private void requireUsable() {
        if (options.input.equals(options.output)) {
            throw usage("--input and --output are both '" + options.input
                    + "': the job would count its own output without end");
        }
        if (options.partitions < 1) {
            throw usage("--partitions must be at least 1, not " + options.partitions);
        }
        try {
            for (String name : options.kafkaSettings().keySet()) {
                if (name.startsWith("millrace.")) {
                    throw usage("--kafka-config holds '" + name
                            + "': give settings by the names that Kafka's clients know, without a prefix of Millrace");
                }
            }
        } catch (UncheckedIOException e) {
            throw usage("--kafka-config cannot be read: " + e.getCause());
        }
        try {
            Pipeline.named(options.job);
        } catch (IllegalArgumentException e) {
            throw usage("--job: " + e.getMessage());
        }
    }

    private CommandLine.ParameterException usage(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
