package io.millrace.api;

import static java.util.Objects.requireNonNull;

/**
 * What follows when one record cannot be processed: when it cannot be read, a user's function throws on it, or it cannot be
 * written. Set for a whole pipeline with {@link Pipeline#onRecordError}, for one step with {@link DataStream#onRecordError}
 * or {@link Output#onRecordError}; the step's own counts.
 *
 * <pre>{@code
 * pipeline.onRecordError(RecordErrorPolicy.deadLetter(kafka.deadLetters("orders-dead")));
 * }</pre>
 *
 * <p>Only exceptions that concern one record go through a policy. An {@code Error}, an interrupt, a lost connection, a
 * {@link MisuseException} or damaged state ends the attempt whatever the policy is.
 *
 * <p>Immutable.
 */
public sealed interface RecordErrorPolicy {

    /** Uid of the dead-letter sink where the pipeline names none. */
    String DEAD_LETTERS = "dead-letters";

    /**
     * The default: the attempt ends with a {@link RecordFailedException} and the job goes on from its last checkpoint, so
     * that the record is tried again. A record that is too large to be written fails the job after three attempts.
     */
    static RecordErrorPolicy fail() {
        return new Fail();
    }

    /** Goes on without the record, and counts it. */
    static RecordErrorPolicy skip() {
        return new Skip();
    }

    /** The same as {@link #deadLetter(String, Sink)} with the uid {@value #DEAD_LETTERS}. */
    static RecordErrorPolicy deadLetter(Sink<? super DeadLetter> sink) {
        return deadLetter(DEAD_LETTERS, sink);
    }

    /**
     * Writes a {@link DeadLetter} to a sink, goes on without the record, and counts it. The sink is part of the pipeline
     * like any other: its output belongs to the same checkpoint as all that the record's neighbours lead to. It runs as
     * one task for the whole job. Steps that name the same uid and equal sinks share it.
     *
     * @param uid stable name of the dead-letter sink
     * @param sink where dead letters go; a dead letter that cannot be written there fails the job
     */
    static RecordErrorPolicy deadLetter(String uid, Sink<? super DeadLetter> sink) {
        return new ToSink(requireNonNull(uid, "uid"), requireNonNull(sink, "sink"));
    }

    /** Hands this policy to the reader's method for its kind, so that a new kind breaks the build wherever it matters. */
    <R> R read(Reader<R> reader);

    /** Answers something about a policy, by kind. */
    interface Reader<R> {

        R fail();

        R skip();

        R deadLetter(ToSink policy);
    }

    /** See {@link RecordErrorPolicy#fail()}. */
    record Fail() implements RecordErrorPolicy {

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.fail();
        }
    }

    /** See {@link RecordErrorPolicy#skip()}. */
    record Skip() implements RecordErrorPolicy {

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.skip();
        }
    }

    /**
     * See {@link RecordErrorPolicy#deadLetter(String, Sink)}.
     *
     * @param uid stable name of the sink
     * @param sink where dead letters go
     */
    record ToSink(String uid, Sink<? super DeadLetter> sink) implements RecordErrorPolicy {

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.deadLetter(this);
        }
    }
}
