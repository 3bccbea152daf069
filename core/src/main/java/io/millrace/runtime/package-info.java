/**
 * Runs tasks: the step functions, their mailboxes, input gates and barrier alignment, the drivers and the supervisor.
 *
 * <p>A task is a state machine that does a bounded amount of work per step and never waits by itself; a driver gives it a
 * thread of its own, or one thread drives them all in a simulation. The supervisor starts, watches and ends attempts and does
 * nothing else. How a checkpoint is decided is not known here: a task reports to the coordinator.
 */
@NullMarked
package io.millrace.runtime;

import org.jspecify.annotations.NullMarked;
