package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keeps the tables of docs/kafka.md complete: a row for each option, and none for what does not exist. */
class OptionsTableTest {

    private static final Pattern OPTION = Pattern.compile("^\\| `(\\w+)\\(.*?\\)`[^|]*\\|([^|]*\\|){4}$");
    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

    @ParameterizedTest
    @ValueSource(classes = {Kafka.class, KafkaSourceBuilder.class, KafkaSinkBuilder.class})
    void shouldHaveOneRowOfFiveColumnsForEachOption(Class<?> type) throws IOException {
        // given
        Set<String> options = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .filter(name -> !OF_EVERY_OBJECT.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));

        // when
        Set<String> documented = Files.readAllLines(Path.of("../docs/kafka.md")).stream()
                .dropWhile(line -> !(line.startsWith("## ") && line.endsWith("`" + type.getSimpleName() + "`")))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .flatMap(line -> OPTION.matcher(line).results())
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        // then
        assertThat(documented)
                .as("the options of %s with a row of five columns in docs/kafka.md", type.getSimpleName())
                .isEqualTo(options);
    }
}
