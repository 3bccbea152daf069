package io.millrace.metrics;

/**
 * The names of all meters, in Micrometer's notation. Every meter has the tags {@link #JOB} and {@link #OPERATOR}.
 */
public final class MetricNames {

    /** Tag: name of the job. */
    public static final String JOB = "job";

    /** Tag: uid of the operator. */
    public static final String OPERATOR = "operator";

    /** Gauge: how many splits (Kafka: partitions) a source reads, those that ended included. */
    public static final String SOURCE_SPLITS = "millrace.source.splits";

    /** Gauge: how many splits of a source have records that cannot be read yet, behind somebody's open transaction. */
    public static final String SOURCE_BLOCKED_SPLITS = "millrace.source.splits.blocked";

    /** Gauge, in seconds: for how long the split has been blocked that is so for longest; 0 if none is. */
    public static final String SOURCE_LONGEST_BLOCKED = "millrace.source.splits.blocked.longest";

    /** Counter: how often a source went on, as it was allowed to, although something of a split was gone. */
    public static final String SOURCE_LOSSES = "millrace.source.losses";

    /** Counter: splits that were found while the job ran. */
    public static final String SOURCE_DISCOVERED_SPLITS = "millrace.source.splits.discovered";

    /**
     * Counter: records that were lost before they could be read and that the source was allowed to go on without; an upper
     * bound, for gaps between offsets count too.
     */
    public static final String SOURCE_LOST_RECORDS = "millrace.source.records.lost";

    /** Counter: records that an operator failed on and that were skipped. Tag {@link #REASON}. */
    public static final String RECORDS_SKIPPED = "millrace.records.skipped";

    /** Counter: records that an operator failed on and that were sent to the dead letters. Tag {@link #REASON}. */
    public static final String RECORDS_DEAD_LETTERED = "millrace.records.dead.lettered";

    /** Tag: what kind of work failed, a {@code RecordFailedException.Reason} in lower case. */
    public static final String REASON = "reason";

    private MetricNames() {}
}
