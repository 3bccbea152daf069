package io.millrace.kafka;

/**
 * Who writes: the id that brokers gave a producer, and the epoch by which they tell it from those before.
 *
 * <p>Immutable.
 */
record ProducerIdentity(long id, int epoch) {

    /** Writes without transactions and without sequence numbers, so that nobody keeps anything of it. */
    static final ProducerIdentity NONE = new ProducerIdentity(-1, -1);

    boolean isKnown() {
        return id >= 0;
    }

    ProducerIdentity nextEpoch() {
        return new ProducerIdentity(id, epoch + 1);
    }
}
