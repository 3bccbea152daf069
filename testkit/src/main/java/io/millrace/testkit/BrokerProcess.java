package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One broker as a child process: its command line, its files, its signals. Thread-safe. */
final class BrokerProcess {
    private static final Duration START_BOUND = Duration.ofSeconds(90);
    private static final Duration END_BOUND = Duration.ofSeconds(20);

    private final BrokerNode node;
    private final Properties properties;
    private final List<String> jvmOptions;
    private final LogFile log;
    private @Nullable Process process;
    private @Nullable FrozenProcess frozen;

    BrokerProcess(BrokerNode node, Properties properties, List<String> jvmOptions) {
        this.node = node;
        this.properties = properties;
        this.jvmOptions = List.copyOf(jvmOptions);
        this.log = new LogFile(node.directory().resolve("broker.log"));
    }

    Path logFile() {
        return log.path();
    }

    synchronized boolean isServing() {
        return process != null && process.isAlive() && frozen == null && Files.exists(servingMark());
    }

    synchronized void launch() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("Cannot start " + node + ": it runs already, as process " + process.pid()
                    + ". Kill or stop it first.");
        }
        try {
            Files.deleteIfExists(servingMark());
            try (Writer writer = Files.newBufferedWriter(settingsFile(), StandardCharsets.UTF_8)) {
                properties.store(writer, node.toString());
            }
            log.markStart();
            process = new ProcessBuilder(command())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.path().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("Could not launch " + node + " in " + node.directory(), e);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dlogback.configurationFile=io/millrace/testkit/broker-logback.xml");
        command.add("-Dlog4j2.configurationFile=classpath:io/millrace/testkit/broker-log4j2.xml");
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(BrokerMain.class.getName());
        command.add(settingsFile().toString());
        command.add(servingMark().toString());
        node.ports().forEach(port -> command.add(port.toString()));
        return command;
    }

    /** Returns when the broker launched before serves its clients. */
    void awaitServing() throws BindException {
        Process launched = running("wait for");
        try {
            Await.until(node + " to serve", START_BOUND, () -> isServing() || !launched.isAlive());
        } catch (TestkitException e) {
            throw new TestkitException(e.getMessage() + log.tail(), e);
        }
        if (launched.isAlive()) {
            return;
        }
        if (launched.exitValue() == BrokerMain.PORT_TAKEN) {
            throw new BindException(
                    "One of the ports " + node.ports() + " of " + node + " is taken by another process");
        }
        throw new TestkitException(
                node + " ended with exit code " + launched.exitValue() + " before it served its clients" + log.tail());
    }

    /** Sends SIGKILL and returns when the process is gone. Does nothing when it is gone already. */
    synchronized void kill() {
        if (frozen != null) {
            frozen.forget();
            frozen = null;
        }
        if (process != null) {
            end(process.destroyForcibly());
        }
    }

    /** Sends SIGTERM and returns when the broker has ended in good order; one that does not is killed, and that is an error. */
    synchronized void terminate() {
        if (frozen != null) {
            throw new IllegalStateException(
                    "Cannot stop " + node + " in good order: it is frozen. Thaw it first, or kill it.");
        }
        if (process == null) {
            return;
        }
        process.toHandle()
                .destroy(); // destroy() of the process itself would close its input too, which says that we are gone
        try {
            end(process);
        } catch (TestkitException e) {
            kill();
            throw e;
        }
    }

    private void end(Process ending) {
        try {
            if (!ending.waitFor(END_BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TestkitException(
                        node + ", process " + ending.pid() + ", did not end within " + END_BOUND + log.tail());
            }
        } catch (InterruptedException e) {
            throw Await.interrupted("for the end of " + node, e);
        }
    }

    synchronized void freeze() {
        Process target = running("freeze");
        if (frozen != null) {
            throw new IllegalStateException("Cannot freeze " + node + ": it is frozen already");
        }
        frozen = FrozenProcess.freeze(target.pid());
    }

    synchronized void thaw() {
        if (frozen == null) {
            throw new IllegalStateException("Cannot thaw " + node + ": it is not frozen");
        }
        FrozenProcess thawing = frozen;
        frozen = null;
        thawing.thaw();
    }

    private synchronized Process running(String purpose) {
        if (process == null || !process.isAlive()) {
            throw new IllegalStateException("Cannot " + purpose + " " + node + ": it does not run");
        }
        return process;
    }

    private Path settingsFile() {
        return node.directory().resolve("broker.properties");
    }

    /** The broker itself makes this file once it serves. */
    private Path servingMark() {
        return node.directory().resolve("serving");
    }
}
