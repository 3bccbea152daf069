package io.millrace.testkit;

import org.jspecify.annotations.Nullable;

/** Says that a test cluster could not do what it was asked for, or not within its bound. The message names what was found. Immutable. */
public final class TestkitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TestkitException(String message) {
        super(message);
    }

    TestkitException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
