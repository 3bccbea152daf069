package io.millrace.samples;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this process together with the one that started it: the end of stdin is the sign, which comes however the parent dies.
 *
 * <p>It halts without ceremony, which costs nothing: a job goes on from its last committed checkpoint. Thread-safe.
 */
final class ParentWatch {

    private ParentWatch() {}

    static void start(InputStream fromParent, Runnable whenParentIsGone) {
        Thread thread = new Thread(() -> waitForEnd(fromParent, whenParentIsGone), "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private static void waitForEnd(InputStream fromParent, Runnable whenParentIsGone) {
        try {
            while (fromParent.read() >= 0) {
                // a parent has nothing to say
            }
        } catch (IOException expectedWhenPipeIsBroken) {
            // as good a sign as the end
        }
        whenParentIsGone.run();
    }
}
