package io.millrace.integration.mutation;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles the sources that a mutation changes, against the classes of this JVM's class path. Thread-safe. */
final class MutationCompiler implements AutoCloseable {

    private static final List<String> OPTIONS = List.of("-proc:none", "-implicit:none", "-nowarn");

    private final SourceTree tree;
    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;

    MutationCompiler(SourceTree tree) throws IOException {
        this.tree = tree;
        this.compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException(
                    "Mutations need a JDK, and this Java has no compiler: " + System.getProperty("java.home"));
        }
        this.files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        files.setLocationFromPaths(
                StandardLocation.CLASS_PATH,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(Path::of)
                        .toList());
    }

    SourceTree tree() {
        return tree;
    }

    /**
     * Leaves sources and classes in a folder, and nothing else that was there.
     *
     * @return the folder of the classes
     * @throws IllegalStateException if an edit does not apply, or the result does not compile
     */
    synchronized Path compile(Mutation mutation, Path folder) throws IOException {
        Path classes = folder.resolve("classes");
        deleteAll(folder);
        Files.createDirectories(classes);
        List<Path> sources = new ArrayList<>();
        for (Map.Entry<String, String> changed : changedSources(mutation).entrySet()) {
            Path source = folder.resolve("sources").resolve(changed.getKey());
            Files.createDirectories(source.getParent());
            Files.writeString(source, changed.getValue());
            sources.add(source);
        }
        if (!sources.isEmpty()) {
            compile(mutation, sources, classes);
        }
        return classes;
    }

    /** By path; several edits may be in one source. */
    private Map<String, String> changedSources(Mutation mutation) throws IOException {
        Map<String, String> changed = new LinkedHashMap<>();
        for (Edit edit : mutation.edits()) {
            String before = changed.get(edit.path());
            changed.put(edit.path(), edit.applyTo(before == null ? tree.read(edit.path()) : before));
        }
        return changed;
    }

    private void compile(Mutation mutation, List<Path> sources, Path classes) throws IOException {
        files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
        StringWriter messages = new StringWriter();
        boolean compiled = compiler.getTask(
                        messages, files, null, OPTIONS, null, files.getJavaFileObjectsFromPaths(sources))
                .call();
        if (!compiled) {
            throw new IllegalStateException("Mutation " + mutation.name() + " does not compile:\n" + messages);
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
