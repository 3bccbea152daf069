package io.millrace.integration;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Reads what the parent process says, and ends this process when the parent is gone. */
final class ParentWatch {

    /** What the parent says to release a held thread. */
    static final String GO = "go";

    private ParentWatch() {}

    static void start(InputStream parent, Runnable onGo) {
        Thread thread = new Thread(() -> watch(parent, onGo), "parent watch");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch(InputStream parent, Runnable onGo) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(parent, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.equals(GO)) {
                    onGo.run();
                }
            }
        } catch (IOException e) {
            System.err.println("Cannot hear the parent process any more: " + e);
        }
        ExitCode.ORPHANED.endProcess();
    }
}
