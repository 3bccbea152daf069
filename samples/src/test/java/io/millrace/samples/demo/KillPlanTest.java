package io.millrace.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KillPlanTest {

    @Test
    void shouldKillAtEvenPartsOfTheWayWhenCheckpointsWereCommitted() {
        // given
        KillPlan plan = new KillPlan(3, 1000);

        // when it never gets stuck, then
        assertThat(plan.isDue(249, 9)).isFalse();
        assertThat(plan.isDue(250, 9)).isTrue();
        plan.killed();
        assertThat(plan.isDue(499, 9)).isFalse();
        assertThat(plan.isDue(500, 9)).isTrue();
        plan.killed();
        assertThat(plan.isDue(750, 9)).isTrue();
        plan.killed();
        assertThat(plan.isDue(999, 9)).isFalse();
        assertThat(plan.done()).isEqualTo(3);
    }

    @Test
    void shouldWaitWhenTheProcessHasCommittedNothingYet() {
        // given: what was counted so far is the work of an earlier process
        KillPlan plan = new KillPlan(2, 1000);

        // when, then
        assertThat(plan.isDue(700, 1)).isFalse();
        assertThat(plan.isDue(700, 2)).isTrue();
    }

    @Test
    void shouldNotKillWhenAllIsCounted() {
        assertThat(new KillPlan(2, 1000).isDue(1000, 9)).isFalse();
    }
}
