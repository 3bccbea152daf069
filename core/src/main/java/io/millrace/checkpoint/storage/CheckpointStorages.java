package io.millrace.checkpoint.storage;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.CheckpointStorageProvider;
import java.net.URI;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Opens checkpoint storage by URI scheme.
 *
 * <p>Thread-safe.
 */
public final class CheckpointStorages {

    private CheckpointStorages() {}

    /**
     * Opens the storage that the URI asks for.
     *
     * @throws StartRefusedException if nobody serves its scheme, or the one who does refuses it
     */
    public static CheckpointStorage open(URI root) {
        var providers = new TreeMap<String, CheckpointStorageProvider>();
        for (CheckpointStorageProvider provider : ServiceLoader.load(CheckpointStorageProvider.class)) {
            providers.putIfAbsent(provider.scheme(), provider);
        }
        CheckpointStorageProvider provider = root.getScheme() == null ? null : providers.get(root.getScheme());
        if (provider == null) {
            throw new StartRefusedException("No checkpoint storage serves '" + root + "'. Known schemes: "
                    + String.join(", ", providers.keySet())
                    + ". Use a URI such as file:///var/lib/millrace, or add the library that serves this one.");
        }
        return provider.open(root);
    }
}
