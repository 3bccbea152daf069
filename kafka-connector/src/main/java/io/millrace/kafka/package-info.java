/**
 * The Kafka source, the transactional sink, the commit log in Kafka and the bridge to Kafka's serdes.
 *
 * <p>Start with {@code Kafka}, which holds the connection and makes sources and sinks. All sinks of a job write into one open
 * transaction, whose last record is the entry of the commit log; one owner alone holds the producer. Of the engine only the
 * API, the service provider interfaces and the libraries beside them are used.
 */
@NullMarked
package io.millrace.kafka;

import org.jspecify.annotations.NullMarked;
