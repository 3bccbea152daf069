package io.millrace.spi;

/**
 * The ordered record of who owns a job and which of its checkpoints are committed. Open for one attempt; used in this
 * order: {@link #look}, {@link #fence}, {@link #takeOver}, then {@link #commit} again and again.
 *
 * <p>One call at a time, by threads that may block; every call is bounded in time. {@link #close} may come at any time
 * from another thread. After a call threw, only {@link #look} (before {@link #fence}) and {@link #close} are legal: the
 * next attempt finds out what happened by reading a newly opened log. Its {@code toString} says in messages where it is.
 */
public interface CommitLog extends AutoCloseable {

    /**
     * Reads the log as far as it is decided, without hurting the owner.
     *
     * @return what is known now; a running owner may append meanwhile
     */
    LogContents look();

    /**
     * Makes sure that nobody who came before can append any more, settles what was in flight, and reads the log to its
     * very end. "Could not tell" is an exception, never an empty answer.
     */
    LogContents fence();

    /**
     * Appends the takeover entry. The attempt owns the job when this returns.
     *
     * @throws io.millrace.api.FencedException if it is certain that another attempt came in between
     */
    void takeOver(LogEntry.Takeover entry);

    /**
     * Commit point: appends the commit entry and, in the same atomic act, makes visible all output that the sinks
     * prepared. When it returns the checkpoint is decided; when it throws nobody knows, and the attempt must end.
     */
    void commit(LogEntry.Commit entry);

    /** Waits, bounded, until everything committed is visible to a reader of committed data. */
    void awaitVisible();

    /**
     * Ends the use of the log within a bound. What was sent but never tried to commit is discarded at once where that
     * is possible; what may have been committed is left as it is.
     */
    @Override
    void close();
}
