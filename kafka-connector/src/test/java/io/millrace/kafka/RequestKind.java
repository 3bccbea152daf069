package io.millrace.kafka;

/** The kinds of requests to the simulated brokers, as far as they are disturbed in different ways. */
public enum RequestKind {
    PRODUCE,
    FETCH,
    INIT_PRODUCER,
    END_TRANSACTION,
    ADMIN
}
