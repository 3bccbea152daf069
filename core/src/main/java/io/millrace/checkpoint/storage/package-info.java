/**
 * The checkpoint storages that come with Millrace: {@code file:} for one machine or a shared mount, {@code memory:} for tests.
 *
 * <p>They know nothing of checkpoints; what is in the files is the business of the package above. {@code CheckpointStorages}
 * opens the one that a URI asks for, also such as come from elsewhere.
 */
@NullMarked
package io.millrace.checkpoint.storage;

import org.jspecify.annotations.NullMarked;
