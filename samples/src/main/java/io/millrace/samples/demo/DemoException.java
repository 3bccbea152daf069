package io.millrace.samples.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why the demo could not go on, with what the word count printed last, if that helps. */
final class DemoException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> output;

    DemoException(String message, List<String> output) {
        super(message);
        this.output = List.copyOf(output);
    }

    DemoException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.output = List.of();
    }

    List<String> output() {
        return output;
    }
}
