package io.millrace.api;

/**
 * Describes where a pipeline's results go. Connectors make them; a runner knows what is behind them (see
 * {@code io.millrace.spi.SinkConnector}).
 *
 * <p>Immutable; opens nothing.
 *
 * @param <T> type of the records
 */
public interface Sink<T> {}
