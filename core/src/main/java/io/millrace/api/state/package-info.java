/**
 * Keyed state as the author of a pipeline sees it: descriptors that name a state and handles that read and change it.
 *
 * <p>A descriptor says what a state is called and how its values are written; a handle always stands for the value of the
 * current key. A change counts only through the handle's own methods. Where state lives and how it gets into a checkpoint
 * is decided elsewhere and cannot be seen from here.
 */
@NullMarked
package io.millrace.api.state;

import org.jspecify.annotations.NullMarked;
