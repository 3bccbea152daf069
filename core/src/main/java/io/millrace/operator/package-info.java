/**
 * The operators behind the API, and the chain in which they call one another.
 *
 * <p>An operator takes elements and emits elements by plain method calls, with no queue between those of one chain. It
 * captures and restores its own state. It knows neither its task nor the thread on which it runs.
 */
@NullMarked
package io.millrace.operator;

import org.jspecify.annotations.NullMarked;
