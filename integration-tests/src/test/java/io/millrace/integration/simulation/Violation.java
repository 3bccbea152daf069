package io.millrace.integration.simulation;

/** Something happened that never may. */
final class Violation extends AssertionError {

    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }
}
