package io.millrace.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that starts a cluster, writes its addresses to a file and then waits to be killed. Its only argument is the file. */
final class ClusterOwner {
    private ClusterOwner() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        KafkaProcesses kafka = KafkaProcesses.builder(2)
                .directory(file.resolveSibling("kafka"))
                .start();
        kafka.freeze(2);
        Files.writeString(file, kafka.bootstrapServers());
        while (System.in.read() != -1) {
            // nothing is said to this process
        }
    }
}
