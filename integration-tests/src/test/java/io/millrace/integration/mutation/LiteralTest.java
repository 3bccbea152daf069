package io.millrace.integration.mutation;

/**
 * A test of one module that shows the same as a mutation, without drawing anything.
 *
 * @param type its class: module, package below {@code io.millrace} and type, as in {@code core/runtime/InputGateTest}
 * @param method its name
 */
record LiteralTest(String type, String method) {

    /** Path of the source below the root of the repository. */
    String path() {
        return module() + "/src/test/java/io/millrace/" + type.substring(module().length() + 1) + ".java";
    }

    /** Path of the folder, below the root of the repository, in which it is compiled. */
    String classes() {
        return module() + "/target/test-classes";
    }

    String className() {
        return "io.millrace." + type.substring(module().length() + 1).replace('/', '.');
    }

    private String module() {
        return type.substring(0, type.indexOf('/'));
    }

    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('/') + 1) + "." + method;
    }
}
