package io.millrace.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryDirectoryTest {

    @Test
    void shouldBeGoneWithAllItHoldsWhenClosed() throws Exception {
        // given
        TemporaryDirectory directory = TemporaryDirectory.create();
        Path deep = Files.createDirectories(directory.path().resolve("a/b"));
        Files.writeString(deep.resolve("c"), "d");

        // when
        directory.close();

        // then
        assertThat(directory.path()).doesNotExist();
    }
}
