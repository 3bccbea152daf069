/**
 * Programs to run and to learn from.
 *
 * <p>{@code Main} is the entry of the command line, with one sub-command per program: {@code word-count} counts the words of a
 * topic exactly once, {@code demo} starts a broker, runs the word count in a process of its own, kills it in mid-flight and
 * proves the result. Only public API is used here, as a user's program would.
 *
 * <p>Read in this order: {@code FirstProgram}, {@code WordCount}, {@code WordCountCommand}, {@code Ending}, {@code GracefulStop}.
 */
@NullMarked
package io.millrace.samples;

import org.jspecify.annotations.NullMarked;
