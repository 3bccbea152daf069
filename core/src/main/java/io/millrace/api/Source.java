package io.millrace.api;

/**
 * Describes where a pipeline's records come from. Connectors make them; a runner knows what is behind them (see
 * {@code io.millrace.spi.SourceConnector}).
 *
 * <p>Immutable; opens nothing.
 *
 * @param <T> type of the records
 */
public interface Source<T> {}
