package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spi.KeyGroupRange;
import org.junit.jupiter.api.Test;

class KeyGroupsTest {

    @Test
    void shouldGiveEachKeyGroupToExactlyItsOwnerWhateverTheNumbers() {
        for (int keyGroups = 1; keyGroups <= 130; keyGroups++) {
            for (int parallelism = 1; parallelism <= 140; parallelism++) {
                int next = 0;
                for (int subtask = 0; subtask < parallelism; subtask++) {
                    KeyGroupRange range = KeyGroups.rangeOf(subtask, parallelism, keyGroups);
                    assertThat(range.first()).isEqualTo(next);
                    assertThat(range.count())
                            .isBetween(keyGroups / parallelism, (keyGroups + parallelism - 1) / parallelism);
                    for (int keyGroup = range.first(); keyGroup <= range.last(); keyGroup++) {
                        assertThat(KeyGroups.ownerOf(keyGroup, parallelism, keyGroups))
                                .isEqualTo(subtask);
                    }
                    next = range.last() + 1;
                }
                assertThat(next).isEqualTo(keyGroups);
            }
        }
    }

    @Test
    void shouldNotOverflowWhenNumbersAreLarge() {
        int keyGroups = Integer.MAX_VALUE;
        int parallelism = Integer.MAX_VALUE - 1;

        KeyGroupRange last = KeyGroups.rangeOf(parallelism - 1, parallelism, keyGroups);

        assertThat(last.last()).isEqualTo(keyGroups - 1);
        assertThat(KeyGroups.ownerOf(keyGroups - 1, parallelism, keyGroups)).isEqualTo(parallelism - 1);
    }

    @Test
    void shouldNotIntersectWhenARangeIsEmpty() {
        assertThat(new KeyGroupRange(5, 4).intersects(new KeyGroupRange(0, 9))).isFalse();
        assertThat(new KeyGroupRange(0, 9).intersects(new KeyGroupRange(5, 4))).isFalse();
        assertThat(new KeyGroupRange(0, 4).intersects(new KeyGroupRange(4, 9))).isTrue();
        assertThat(new KeyGroupRange(0, 4).intersects(new KeyGroupRange(5, 9))).isFalse();
    }

    @Test
    void shouldRefuseWhatDoesNotExist() {
        assertThatThrownBy(() -> KeyGroups.rangeOf(4, 4, 128)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyGroups.ownerOf(128, 4, 128)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyGroups.rangeOf(0, 0, 128)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyGroups.rangeOf(0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
