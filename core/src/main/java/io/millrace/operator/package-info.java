/**
 * The operators behind the API, and the chain in which they call one another.
 *
 * <p>Read {@code Receiver}, {@code OperatorChain}, then the operators. An operator takes records and emits records by plain
 * method calls, with no queue between those of one chain. What a user's function throws is reported with operator, task and
 * origin of the record. An operator captures and restores its own state; it knows of its task only the name.
 */
@NullMarked
package io.millrace.operator;

import org.jspecify.annotations.NullMarked;
