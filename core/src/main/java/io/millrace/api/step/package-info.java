/**
 * The functions that users put into a pipeline, and the contexts through which they are called.
 *
 * <p>A step may keep keyed state, see time and emit any number of results. It is called by one task at a time and needs no
 * locks. It reaches the engine only through the context it was given: there are no statics and no thread locals, so
 * that the same step also runs in a test harness or on another engine.
 */
@NullMarked
package io.millrace.api.step;

import org.jspecify.annotations.NullMarked;
