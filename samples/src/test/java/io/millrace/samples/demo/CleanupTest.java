package io.millrace.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanupTest {

    @Test
    void shouldCloseAllInReverseOrderAndOnceWhenOneFails() {
        // given
        List<String> closed = new ArrayList<>();
        Cleanup cleanup = Cleanup.armed();
        cleanup.add(() -> closed.add("first"));
        cleanup.add(() -> {
            throw new IllegalStateException("cannot close");
        });
        cleanup.add(() -> closed.add("last"));

        // when
        cleanup.close();

        // then
        assertThat(closed).containsExactly("last", "first");
        cleanup.close();
        assertThat(closed).hasSize(2);
    }
}
