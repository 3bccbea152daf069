package io.millrace.spi;

import java.net.URI;

/**
 * Opens checkpoint storage by URI scheme. Found through {@link java.util.ServiceLoader}.
 *
 * <p>Thread-safe.
 */
public interface CheckpointStorageProvider {

    /** The scheme that it serves, such as {@code file}. */
    String scheme();

    /**
     * Opens the storage; creates nothing yet.
     *
     * @param root what the user gave
     * @throws io.millrace.api.StartRefusedException if the URI is not one that it can serve
     */
    CheckpointStorage open(URI root);
}
