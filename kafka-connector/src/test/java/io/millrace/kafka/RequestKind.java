package io.millrace.kafka;

/** The kinds of requests to the simulated brokers, as far as they are disturbed in different ways. */
public enum RequestKind {

    /** Records of a transaction. */
    PRODUCE,

    /** Records that belong to no transaction. */
    PRODUCE_PLAIN,
    FETCH,
    INIT_PRODUCER,
    END_TRANSACTION,
    ADMIN
}
