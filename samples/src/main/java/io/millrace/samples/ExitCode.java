package io.millrace.samples;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the exit codes of the samples say; scripts and service managers may rely on them. Immutable. */
public enum ExitCode {
    OK(0, "success", "The input ended (--until-end), or the job was stopped after a last committed checkpoint."),
    WRONG_COUNT(1, "wrong count", "demo only: the output is not what was expected."),
    USAGE(2, "usage", "The command line is wrong."),
    REFUSED(3, "start refused", "Misconfigured: broker, topics, settings or storage do not allow the start."),
    FENCED(4, "fenced", "Another process took the job over. Do not restart."),
    DAMAGED(5, "damaged", "What is needed to go on without loss is damaged or missing. Do not restart."),
    FAILED(6, "failed", "Any other failure."),
    STOP_TIMED_OUT(7, "stop timed out", "No last checkpoint within --stop-timeout. Nothing is lost.");

    private final int number;
    private final String label;
    private final String meaning;

    ExitCode(int number, String label, String meaning) {
        this.number = number;
        this.label = label;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    /** A word or three for the start of an error line. */
    public String label() {
        return label;
    }

    /** Number and meaning of every code, in the order of the numbers, as the help shows them. */
    static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (ExitCode code : values()) {
            meanings.put(Integer.toString(code.number), code.meaning);
        }
        return meanings;
    }
}
