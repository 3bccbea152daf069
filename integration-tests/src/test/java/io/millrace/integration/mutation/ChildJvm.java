package io.millrace.integration.mutation;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts JVMs with changed classes before those of this JVM. Immutable.
 *
 * @param pinning the command that runs another one on a certain processor, or nothing
 * @param first folders of classes that come first on the class path
 * @param log what they write to their error output is appended to it
 */
record ChildJvm(List<String> pinning, List<Path> first, Path log) {

    /** For a short life, of a minute or so. */
    private static final List<String> OPTIONS =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    ChildJvm {
        pinning = List.copyOf(pinning);
        first = List.copyOf(first);
    }

    /** With a further folder, behind those that are there. */
    ChildJvm with(Path classes) {
        return new ChildJvm(
                pinning, Stream.concat(first.stream(), Stream.of(classes)).toList(), log);
    }

    Process start(List<String> properties, Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(pinning);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.add(
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", "logback-test.xml"));
        command.addAll(properties);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private String classPath() {
        return Stream.concat(first.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
