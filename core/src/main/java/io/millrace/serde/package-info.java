/**
 * The built-in serdes: primitives, strings, bytes, enums by name, collections and Java records, and Jackson for the rest.
 *
 * <p>Part of the format of checkpoints: what one version wrote, later ones must read. A serde has a fingerprint that goes
 * into the manifest, so that a restore with another one is noticed. Knows nothing of where the bytes are kept.
 */
@NullMarked
package io.millrace.serde;

import org.jspecify.annotations.NullMarked;
