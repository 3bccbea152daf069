package io.millrace.samples.demo;

import org.jspecify.annotations.Nullable;

/** Says why the demo could not go on. */
final class DemoException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DemoException(String message) {
        this(message, null);
    }

    DemoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
