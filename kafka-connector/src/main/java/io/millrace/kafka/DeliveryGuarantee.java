package io.millrace.kafka;

/** What a sink promises of each record that it is given. */
public enum DeliveryGuarantee {

    /**
     * It is in the topic once, visible to readers of committed data from the checkpoint on that it belongs to. Sent in the
     * job's one transaction.
     */
    EXACTLY_ONCE,

    /**
     * It is in the topic, and visible at once. After a failure what was sent since the last checkpoint is sent again, in the
     * same order per key. A checkpoint waits until the brokers have acknowledged everything before it.
     */
    AT_LEAST_ONCE,

    /**
     * It is sent once and waited for by nobody: lost if the brokers do not take it, or if the job ends before it is on its
     * way. Failures are counted and logged. After a failure of the job what was sent since the last checkpoint is sent again.
     */
    NONE
}
