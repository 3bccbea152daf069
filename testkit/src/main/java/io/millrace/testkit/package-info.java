/**
 * What users test their pipelines with: a real Kafka broker started from its own jars, and a pipeline harness.
 *
 * <p>The broker runs in this JVM or in child processes that can be killed and frozen; an observer reads what a
 * {@code read_committed} consumer sees. The harness drives a pipeline on one thread with time moved by hand. Nothing here is
 * meant for production.
 *
 * <p>Read in this order: KafkaCluster, EmbeddedKafka, NodeServer; KafkaProcesses, BrokerProcess, BrokerMain; Observer, CountCheck.
 */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
