package io.millrace.checkpoint.storage;

import java.util.regex.Pattern;

/** Checks the paths that storages are called with: relative, never leading out of the root. Thread-safe. */
final class StoragePaths {

    /** Does not begin with a dot, which is how unfinished files are named. */
    private static final String PART = "[A-Za-z0-9_-][A-Za-z0-9._-]*";

    private static final Pattern PATH = Pattern.compile(PART + "(/" + PART + ")*");

    private StoragePaths() {}

    static String requireFile(String path) {
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException(
                    "Not a path in a checkpoint storage: '" + path
                            + "'. Its parts are made of letters, digits, dot, underscore and dash and do not begin with a dot.");
        }
        return path;
    }
}
