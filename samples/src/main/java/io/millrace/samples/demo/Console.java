package io.millrace.samples.demo;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Prints what happens, with the time since the start. Thread-safe. */
final class Console {

    private final PrintStream out;
    private final LongSupplier nanos;
    private final long start;

    Console(PrintStream out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    void say(String text) {
        out.println(String.format(Locale.ROOT, "%6.1f s  %s", (nanos.getAsLong() - start) / 1e9, text));
    }

    void print(List<String> lines) {
        lines.forEach(out::println);
    }

    /** A number as people read it. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
