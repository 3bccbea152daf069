/**
 * What the author of a connector, a state backend, a checkpoint storage, a commit log or a runner implements.
 *
 * <p>These are the only doors into the engine: connectors and backends use this package, the API and the small libraries
 * beside it, and nothing behind them. Each interface says who calls it, on which thread, what may block, and what
 * must hold after a failure.
 */
@NullMarked
package io.millrace.spi;

import org.jspecify.annotations.NullMarked;
