/**
 * Clocks and timers.
 *
 * <p>All logic that depends on time is handed a clock of this package and never asks the system, so that a simulation and a
 * test move time by hand. Knows nothing of tasks: whoever owns a timer decides on which thread it fires.
 */
@NullMarked
package io.millrace.time;

import org.jspecify.annotations.NullMarked;
