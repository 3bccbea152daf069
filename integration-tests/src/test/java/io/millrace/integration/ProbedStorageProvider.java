package io.millrace.integration;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.CheckpointStorageProvider;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves {@code probed:} URIs: a {@code file:} storage with a {@link Probe} around it.
 *
 * <p>The service loader makes the provider, and a URI is all that it is given. So the probes are registered, which makes this the
 * one place with static state. Thread-safe.
 */
public final class ProbedStorageProvider implements CheckpointStorageProvider {

    private static final String SCHEME = "probed";
    private static final Map<String, Probe> PROBES = new ConcurrentHashMap<>();

    /** Returns the URI of a storage in {@code directory} that asks {@code probe}, for as long as this JVM lives. */
    static String uri(Path directory, Probe probe) {
        String name = UUID.randomUUID().toString();
        PROBES.put(name, probe);
        return SCHEME + "://" + directory.toUri().getRawPath() + "?" + name;
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public CheckpointStorage open(URI root) {
        Probe probe = PROBES.get(root.getQuery());
        if (probe == null) {
            throw new StartRefusedException("No probe is registered for the storage " + root);
        }
        return new ProbedStorage(fileProvider().open(URI.create("file://" + root.getRawPath())), probe);
    }

    private static CheckpointStorageProvider fileProvider() {
        return ServiceLoader.load(CheckpointStorageProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.scheme().equals("file"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No file: storage on the class path"));
    }
}
