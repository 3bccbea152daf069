/**
 * What the author of a pipeline writes, and the compatibility promise of Millrace.
 *
 * <p>A {@code Pipeline} is built of typed streams; starting it gives a {@code Job}, the handle to what runs. Each source,
 * stateful operator and sink carries a {@code uid}, by which its state is found again after a restart. Nothing here shows a
 * type of the runtime: an operator gets what it needs through its context, and the engine that runs a pipeline is found
 * through the service provider interface.
 */
@NullMarked
package io.millrace.api;

import org.jspecify.annotations.NullMarked;
