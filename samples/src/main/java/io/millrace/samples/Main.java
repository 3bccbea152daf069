package io.millrace.samples;

import io.millrace.samples.demo.DemoCommand;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The command line of the samples. Confined to the main thread. */
@Command(
        name = "millrace-samples",
        description = "Programs that show what Millrace does.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        scope = ScopeType.INHERIT,
        sortOptions = false,
        showDefaultValues = true,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        subcommands = {WordCountCommand.class, DemoCommand.class})
public final class Main {

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main())
                .registerConverter(Duration.class, new DurationConverter())
                .setParameterExceptionHandler(Main::reportUsage)
                .setExecutionExceptionHandler(Main::report);
        commandLine
                .getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().usageMessage().exitCodeList(ExitCode.meanings()));
        return commandLine;
    }

    /** One line as for every other error; the help is long and would push it out of sight. */
    private static int reportUsage(CommandLine.ParameterException thrown, String[] args) {
        CommandLine commandLine = thrown.getCommandLine();
        String command = commandLine.getCommandSpec().qualifiedName();
        commandLine
                .getErr()
                .println("millrace: " + ExitCode.USAGE.label() + ": " + thrown.getMessage() + " (see " + command
                        + " --help)");
        return ExitCode.USAGE.number();
    }

    private static int report(Exception thrown, CommandLine commandLine, CommandLine.ParseResult parsed) {
        Ending ending = Ending.of(thrown);
        ending.print(System.err, true);
        return ending.code().number();
    }

    /** Reads the version that the build writes into the jar. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            @Nullable String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"millrace " + (version == null ? "(not packaged)" : version)};
        }
    }
}
