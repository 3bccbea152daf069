/**
 * The demo: a word count that is killed again and again and still counts every word exactly once.
 *
 * <p>Read in this order: {@code DemoCommand}, {@code Demo}, {@code WordCountProcess}, {@code Report}. The broker, the reader
 * that judges and the feeder of the input live in this process; the word count runs in a process of its own, so that
 * SIGKILL hits it as it would anywhere. Of the word count nothing is used but its command line.
 */
@NullMarked
package io.millrace.samples.demo;

import org.jspecify.annotations.NullMarked;
