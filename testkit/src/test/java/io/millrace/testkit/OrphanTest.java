package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OrphanTest {
    @Test
    void shouldEndBrokersWhenTheirParentIsKilledEvenIfFrozen(@TempDir Path directory) throws Exception {
        // given
        Path addresses = directory.resolve("addresses");
        Process owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-Dlogback.configurationFile=io/millrace/testkit/broker-logback.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterOwner.class.getName(),
                        addresses.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("owner.log").toFile())
                .start();
        try {
            Await.until(
                    "a cluster with one broker serving and one frozen",
                    Duration.ofSeconds(40),
                    () -> hasContent(addresses) || !owner.isAlive());
            assertThat(addresses)
                    .as(Files.readString(directory.resolve("owner.log")))
                    .isNotEmptyFile();
            List<String> brokers = List.of(Files.readString(addresses).split(",", -1));
            assertThat(brokers).hasSize(2).allMatch(OrphanTest::isListening);

            // when
            owner.destroyForcibly().waitFor(10, TimeUnit.SECONDS);

            // then
            Await.until(
                    "the end of both brokers",
                    Duration.ofSeconds(10),
                    () -> brokers.stream().noneMatch(OrphanTest::isListening));
        } finally {
            owner.destroyForcibly();
        }
    }

    private static boolean hasContent(Path file) {
        return file.toFile().length() > 0;
    }

    /** The system itself accepts connections for a frozen process, up to a limit, as long as the process is there. */
    private static boolean isListening(String address) {
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(FreePorts.loopback(), port), 500);
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (IOException noAnswer) {
            return true;
        }
    }
}
