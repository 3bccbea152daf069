package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendBudgetTest {

    private static final int BATCH = 16 * 1024;
    private static final long MEMORY = 64L * BATCH;

    private final AtomicLong free = new AtomicLong(MEMORY);
    private final SendBudget budget = new SendBudget(MEMORY, BATCH, free::get, () -> 1);

    @Test
    void shouldHaveNoRoomWhenLessThanAQuarterIsFree() {
        free.set(MEMORY / 4 - 1);
        assertThat(budget.hasRoom(1)).isFalse();
        free.set(MEMORY / 4);
        assertThat(budget.hasRoom(1)).isTrue();
    }

    @Test
    void shouldHaveRoomWhenNothingIsUnderWay() {
        free.set(0);
        assertThat(budget.hasRoom(0)).isTrue();
    }

    @Test
    void shouldAskAgainAfterAsManyRecordsAsFitIntoAQuarter() {
        assertThat(budget.hasRoom(1)).isTrue();
        free.set(0);
        for (int i = 0; i < 16; i++) {
            assertThat(budget.hasRoom(1)).isTrue();
            budget.sent(100);
        }
        assertThat(budget.hasRoom(1)).isFalse();
    }

    @Test
    void shouldCountLargeRecordsByTheMemoryTheyTake() {
        assertThat(budget.hasRoom(1)).isTrue();
        free.set(0);
        budget.sent(20 * BATCH);
        assertThat(budget.hasRoom(1)).isFalse();
    }

    /** The worst case: each record takes a batch of its own, and nothing is freed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldNeverNeedMoreThanIsFreeWhenWritersTakeTurnsAtRandom(long seed) {
        Random random = new Random(seed);
        int writers = 1 + random.nextInt(8);
        List<SendBudget> budgets = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            budgets.add(new SendBudget(MEMORY, BATCH, free::get, () -> writers));
        }
        for (int step = 0; step < 10_000; step++) {
            SendBudget next = budgets.get(random.nextInt(writers));
            if (next.hasRoom(1)) {
                next.sent(random.nextInt(1000));
                assertThat(free.addAndGet(-BATCH)).isNotNegative();
            }
        }
        assertThat(free.get()).isLessThan(MEMORY / 4);
    }
}
