package io.millrace.kafka;

/** What a source does when records that it has yet to read, or has read, are gone from Kafka for good. */
public enum LossPolicy {
    /**
     * The job ends and says what is gone. Going on is a decision for people, since neither the state nor the output would be
     * what the input makes them.
     */
    FAIL,
    /**
     * The job goes on with what is left and counts what is gone: behind records that retention removed, where a truncated log
     * diverges from what was read (at the same offset if its leader cannot tell where), at the beginning of a topic that was
     * created again, and without partitions that do not exist any more. Each loss is logged and counted in
     * {@code millrace.source.losses} and {@code millrace.source.records.lost}.
     */
    CONTINUE
}
