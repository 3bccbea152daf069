package io.millrace.testkit;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the first fatal fault of a broker in this JVM.
 *
 * <p>A broker in a process of its own answers a fatal fault by ending the process. In a JVM that runs somebody's tests that
 * would end the tests, without a word about which one failed. Thread-safe.
 */
final class FaultRecorder implements FaultHandlerFactory {
    private static final Logger log = LoggerFactory.getLogger(FaultRecorder.class);

    private final AtomicReference<@Nullable RuntimeException> firstFatal = new AtomicReference<>();

    @Override
    public FaultHandler build(String name, boolean fatal, Runnable action) {
        return (message, cause) -> onFault(name, fatal, action, message, cause);
    }

    private RuntimeException onFault(
            String name, boolean fatal, Runnable action, String message, @Nullable Throwable cause) {
        log.error("Fault of the embedded broker in {}: {}", name, message, cause);
        action.run();
        TestkitException fault = new TestkitException("Fault in " + name + ": " + message, cause);
        if (fatal) {
            firstFatal.compareAndSet(null, fault);
        }
        return fault;
    }

    Optional<RuntimeException> firstFatal() {
        return Optional.ofNullable(firstFatal.get());
    }
}
