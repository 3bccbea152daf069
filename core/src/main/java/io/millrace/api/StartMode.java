package io.millrace.api;

/** What a start does while another process may be running the same job. */
public enum StartMode {
    /** Takes the job over: the other process is fenced and ends. */
    TAKE_OVER,
    /** Waits while the job's commit log moves, and takes over once it stands still. */
    STANDBY
}
