package io.millrace.samples.demo;

import io.millrace.samples.Ending;
import io.millrace.samples.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows on this machine, and without any preparation, that {@code word-count} survives SIGKILL. Confined to the main thread. */
@Command(
        name = "demo",
        description = {
            "Starts a Kafka broker, counts the words of a text that is being written to it, kills the counting process with"
                    + " SIGKILL again and again, and lets an independent reader judge the result.",
            "Takes about half a minute, needs nothing, leaves nothing behind."
        })
public final class DemoCommand implements Callable<Integer> {

    @Spec
    private @SuppressWarnings("NullAway.Init") CommandSpec spec;

    @Option(names = "--kills", paramLabel = "N", defaultValue = "3", description = "How often to kill the word count.")
    private int kills;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "How long the text is being written.")
    private int seconds;

    @Option(names = "--verbose", description = "Show what the word count logs, and stack traces.")
    private boolean verbose;

    @Override
    public Integer call() throws InterruptedException {
        requireBetween("--kills", kills, 0, 5);
        requireBetween("--seconds", seconds, 5, 3600);
        // Read by logback.xml: a broker that shares this console would complain of each client that was killed.
        System.setProperty("millrace.samples.others", verbose ? "WARN" : "OFF");
        Console console = new Console(System.out, System::nanoTime);
        try (Cleanup cleanup = Cleanup.armed()) {
            return run(console, cleanup).number();
        }
    }

    private ExitCode run(Console console, Cleanup cleanup) throws InterruptedException {
        try {
            Report report = new Demo(new DemoSettings(kills, seconds, verbose), console, cleanup).run();
            console.print(report.table());
            return report.isGood() ? ExitCode.OK : ExitCode.WRONG_COUNT;
        } catch (RuntimeException e) {
            if (cleanup.isShuttingDown()) {
                return ExitCode.FAILED; // which nobody sees: the JVM ends with the code of its signal
            }
            if (e instanceof DemoException failure) {
                console.print(failure.output());
            }
            Ending ending = Ending.of(e);
            ending.print(System.err, verbose);
            return ending.code();
        }
    }

    private void requireBetween(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), option + " must be between " + min + " and " + max + ", not " + value);
        }
    }
}
