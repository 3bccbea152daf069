package io.millrace.integration.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mutations fit the sources as they are today. */
class MutationsTest {

    private static MutationCompiler compiler;

    @TempDir
    private Path folder;

    @BeforeAll
    static void openCompiler() throws IOException {
        compiler = new MutationCompiler(SourceTree.here());
    }

    @AfterAll
    static void closeCompiler() throws IOException {
        compiler.close();
    }

    static Stream<String> names() {
        return Mutations.ALL.stream().map(Mutation::name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void shouldApplyAndCompile(String name) throws IOException {
        // given
        Mutation mutation = Mutations.named(name);

        // when
        Path classes = compiler.compile(mutation, folder);

        // then
        for (Edit edit : mutation.edits()) {
            String type = edit.type().substring(edit.type().indexOf('/') + 1);
            assertThat(classes.resolve("io/millrace/" + type + ".class")).isRegularFile();
        }
    }

    @Test
    void shouldHaveNamesOfTheirOwn() {
        assertThat(names()).doesNotHaveDuplicates();
    }

    @Test
    void shouldNameLiteralTestsThatAreThere() throws IOException {
        for (Mutation mutation : Mutations.ALL) {
            if (mutation.test().isPresent()) {
                LiteralTest test = mutation.test().get();
                assertThat(SourceTree.here().read(test.path())).contains("void " + test.method() + "(");
            }
        }
    }

    @Test
    void shouldRefuseMutationWhenTextIsNotThereOnce() {
        // given
        Edit gone = new Edit("core/runtime/InputGate", "this text is not there", "");
        Edit twice = new Edit("core/runtime/InputGate", "aligner.isBlocked(", "");

        // then
        for (Edit edit : List.of(gone, twice)) {
            assertThatThrownBy(() -> compiler.compile(Mutation.of("not-applicable", "", edit), folder))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Expected once in core/src/main/java/io/millrace/runtime/InputGate.java");
        }
    }

    @Test
    void shouldRefuseMutationWhenItDoesNotCompile() {
        // given
        Edit wrong = new Edit("core/runtime/InputGate", "return channels.length;", "return \"many\";");

        // then
        assertThatThrownBy(() -> compiler.compile(Mutation.of("not-compiling", "", wrong), folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not compile");
    }

    @Test
    void shouldLeaveClassesOnlyOfWhatIsChanged() throws IOException {
        // when
        Path classes = compiler.compile(Mutations.named("alignment-off"), folder);

        // then
        try (var files = Files.walk(classes)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactly("BarrierAligner.class");
        }
    }
}
