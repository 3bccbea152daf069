/**
 * The names and tags of all metrics, and how they are registered.
 *
 * <p>One place for the names keeps them stable for the people who build dashboards and alarms on them. Nothing
 * here is called once per record: counters are brought up to date per batch.
 */
@NullMarked
package io.millrace.metrics;

import org.jspecify.annotations.NullMarked;
