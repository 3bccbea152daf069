package io.millrace.integration.mutation;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a literal test in a JVM of its own. */
final class LiteralTestRun {

    /** Long, for such a test takes less than a second. */
    private static final long HANGS_AFTER_SECONDS = 120;

    private LiteralTestRun() {}

    /**
     * Returns whether the test fails; one that hangs does.
     *
     * @throws IllegalStateException if there is no such test, or the JVM does not come as far as to run it
     */
    static boolean fails(LiteralTest test, SourceTree tree, ChildJvm jvm) throws IOException, InterruptedException {
        Process process = jvm.with(tree.root().resolve(test.classes()))
                .start(List.of(), LiteralTestMain.class, test.className(), test.method());
        try {
            if (!process.waitFor(HANGS_AFTER_SECONDS, TimeUnit.SECONDS)) {
                return true;
            }
            return switch (process.exitValue()) {
                case LiteralTestMain.FAILED -> true;
                case LiteralTestMain.PASSED -> false;
                default -> throw new IllegalStateException(test + " could not be run, see " + jvm.log());
            };
        } finally {
            process.destroyForcibly();
        }
    }
}
