package io.millrace.testkit;

import java.io.IOException;
import java.io.Reader;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.server.StandardFaultHandlerFactory;

/**
 * The main class of a broker process: arguments are its settings file, a file to make once it serves, and its ports.
 *
 * <p>It ends in good order upon SIGTERM, and at once when its standard input ends, which happens when the process that started
 * it is gone, however that came about. Confined to the main thread.
 */
final class BrokerMain {
    static final int PORT_TAKEN = 98;
    private static final int FAILED = 1;
    private static final int PARENT_GONE = 3;
    private static final Duration BIND_PATIENCE = Duration.ofSeconds(3);

    private BrokerMain() {}

    public static void main(String[] arguments) {
        endWithParent();
        List<Integer> ports = Stream.of(arguments).skip(2).map(Integer::valueOf).toList();
        try {
            serve(Path.of(arguments[0]), Path.of(arguments[1]), ports);
        } catch (BindException e) {
            end(e, PORT_TAKEN);
        } catch (Throwable e) { // half started: nothing of it may stay
            end(e, FAILED);
        }
    }

    private static void serve(Path settings, Path servingMark, List<Integer> ports) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(settings, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        try (BoundSockets sockets = BoundSockets.bind(ports, BIND_PATIENCE)) {
            NodeServer server = NodeServer.start(properties, sockets, new StandardFaultHandlerFactory());
            Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "stop-broker"));
        }
        Files.createFile(servingMark);
    }

    private static void endWithParent() {
        Thread watch = new Thread(BrokerMain::awaitEndOfInput, "watch-parent");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() != -1) {
                // the parent says nothing; it is there as long as the pipe is
            }
        } catch (IOException brokenPipe) {
            // the same news as an end of input
        }
        Runtime.getRuntime().halt(PARENT_GONE);
    }

    /** Does not rely on a logger being there: the parent shows the end of this output when a start fails. */
    private static void end(Throwable cause, int exitCode) {
        cause.printStackTrace();
        Runtime.getRuntime().halt(exitCode);
    }
}
