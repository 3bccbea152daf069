package io.millrace.checkpoint.storage;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.CheckpointStorageProvider;
import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Serves {@code memory:name}: files that live as long as this JVM, for tests and trials. Whoever opens the same name sees
 * the same files, so that a job can be restarted over them.
 *
 * <p>Thread-safe.
 */
public final class MemoryStorageProvider implements CheckpointStorageProvider {

    /**
     * The one static state of the engine: the name must find its files again after the job and everything that it held
     * are gone, as the path of a directory would.
     */
    private static final ConcurrentMap<String, ConcurrentNavigableMap<String, byte[]>> FILES_BY_NAME =
            new ConcurrentHashMap<>();

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public CheckpointStorage open(URI root) {
        String name = root.getSchemeSpecificPart();
        if (name.isBlank() || name.startsWith("/")) {
            throw new StartRefusedException(
                    "The storage '" + root + "' has no name. Give it one, as in memory:my-test.");
        }
        return new MemoryStorage(FILES_BY_NAME.computeIfAbsent(name, any -> new ConcurrentSkipListMap<>()));
    }
}
