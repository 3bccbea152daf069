package io.millrace.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTextTest {

    @Test
    void shouldRepeatThePagesWhenMoreLinesAreAskedFor() {
        // when
        DemoText text = DemoText.load(10_000);

        // then
        assertThat(text.lines()).hasSize(10_000).doesNotContain("");
        assertThat(text.lines().get(3)).startsWith("Alice was beginning to get very tired");
        assertThat(text.lines()).filteredOn(text.lines().get(3)::equals).hasSizeGreaterThan(40);
    }

    @Test
    void shouldCountAsOneDoesByHand() {
        // when
        Map<String, Long> counts = DemoText.load(4).counts();

        // then: "ALICE’S ADVENTURES IN WONDERLAND", "by Lewis Carroll", "CHAPTER I. Down the Rabbit-Hole", "Alice was
        // …"
        assertThat(counts)
                .containsEntry("alice", 2L)
                .containsEntry("s", 1L)
                .containsEntry("the", 2L)
                .containsEntry("rabbit", 1L)
                .containsEntry("hole", 1L)
                .doesNotContainKey("");
    }
}
