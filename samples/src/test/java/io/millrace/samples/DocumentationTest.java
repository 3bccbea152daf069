package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.JobOptions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keeps what the documents say true where a machine can tell. */
class DocumentationTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Za-z]+)(?:\\.[a-z][A-Za-z]*)?`");
    private static final int LAST_LINE_OF_PROGRAM = 29;
    private static final int LINES_OF_A_WORD_COUNT = 25;

    @Test
    void shouldShowAWholeProgramThatCompilesBeforeLine30() throws IOException {
        // given
        List<String> readme = Files.readAllLines(ROOT.resolve("README.md"));
        List<String> head = readme.subList(0, LAST_LINE_OF_PROGRAM);

        // when
        List<String> shown = head.subList(head.indexOf("```java") + 1, head.lastIndexOf("```"));

        // then
        List<String> compiled = sourceOf("FirstProgram").stream()
                .filter(line -> !line.startsWith("package ") && !line.startsWith("/** "))
                .dropWhile(String::isBlank)
                .toList();
        assertThat(shown).isEqualTo(compiled);
        assertThat(shown).hasSizeLessThanOrEqualTo(LINES_OF_A_WORD_COUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Try it", "Test it"})
    void shouldBeginASectionWithExactlyOneCommand(String section) throws IOException {
        // given
        List<String> readme = Files.readAllLines(ROOT.resolve("README.md"));
        List<String> text = readme.subList(readme.indexOf("## " + section) + 1, readme.size());

        // when
        List<String> block = text.stream()
                .dropWhile(line -> !line.startsWith("```"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("```"))
                .toList();

        // then
        assertThat(block).hasSize(1);
        assertThat(block.get(0)).isNotBlank().doesNotContain("&&", ";", "|");
    }

    @ParameterizedTest
    @EnumSource
    void shouldExplainEachExitCodeOfTheWordCountInTheReadme(ExitCode code) throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));

        assertThat(readme.contains("\n| " + code.number() + " | ")).isEqualTo(code != ExitCode.WRONG_COUNT);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void shouldLinkOnlyToWhatExists(Path document) throws IOException {
        // given
        String text = Files.readString(document);

        // when
        List<String> broken = LINK.matcher(text)
                .results()
                .map(link -> link.group(1))
                .filter(target -> !Files.exists(document.resolveSibling(target)))
                .toList();

        // then
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldNameOnlyTypesThatExistInTheArchitecture() throws IOException {
        // given
        Set<String> named = TYPE.matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).contains("SourceTask", "CheckpointCoordinator");

        // when
        named.removeAll(typesOfAllModules());

        // then
        assertThat(named).isEmpty();
    }

    @Test
    void shouldListEachOptionOfAJob() throws IOException {
        // given
        String text = Files.readString(ROOT.resolve("docs/operating.md"));

        // when
        List<String> missing = Stream.of(JobOptions.class.getMethods())
                .filter(method -> method.getReturnType() == JobOptions.class)
                .map(Method::getName)
                .filter(name -> !text.contains("`" + name + "("))
                .toList();

        // then
        assertThat(missing).isEmpty();
    }

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents;
    }

    private static Set<String> typesOfAllModules() throws IOException {
        Set<String> types = new TreeSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path sources : modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".java"))
                            .forEach(name -> types.add(name.substring(0, name.length() - ".java".length())));
                }
            }
        }
        return types;
    }

    private static List<String> sourceOf(String type) throws IOException {
        return Files.readAllLines(
                ROOT.resolve("samples/src/main/java/io/millrace/samples").resolve(type + ".java"));
    }
}
