package io.millrace.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.checkpoint.CoordinatorSettings.Timing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TriggerPolicyTest {

    private static final Timing EVERY_TEN = Timing.of(seconds(10), seconds(60));

    private final TriggerPolicy policy = new TriggerPolicy(EVERY_TEN);

    @Test
    void shouldWaitForTheStartWhenNotStarted() {
        assertThat(policy.waitUntilNext(seconds(100), 0)).isEmpty();
    }

    @Test
    void shouldBeginAnIntervalAfterTheStart() {
        policy.onStarted(seconds(3));

        assertThat(policy.waitUntilNext(seconds(3), 0)).contains(seconds(10));
        assertThat(policy.waitUntilNext(seconds(12), 0)).contains(seconds(1));
        assertThat(policy.waitUntilNext(seconds(20), 0)).contains(Duration.ZERO);
    }

    @Test
    void shouldCountTheIntervalFromTriggerToTrigger() {
        policy.onStarted(seconds(0));
        policy.onTriggered(seconds(10));
        policy.onEnded(seconds(14));

        assertThat(policy.waitUntilNext(seconds(14), 0)).contains(seconds(6));
    }

    @Test
    void shouldBeginAtOnceWhenTheLastOneTookLongerThanTheInterval() {
        policy.onStarted(seconds(0));
        policy.onTriggered(seconds(10));
        assertThat(policy.waitUntilNext(seconds(25), 1)).isEmpty();
        policy.onEnded(seconds(26));

        assertThat(policy.waitUntilNext(seconds(26), 0)).contains(Duration.ZERO);
    }

    @Test
    void shouldPauseAfterTheEndOfTheLastOne() {
        TriggerPolicy pausing = new TriggerPolicy(new Timing(seconds(10), seconds(60), seconds(5), 1));
        pausing.onStarted(seconds(0));
        pausing.onTriggered(seconds(10));
        pausing.onEnded(seconds(18));

        assertThat(pausing.waitUntilNext(seconds(18), 0)).contains(seconds(5));
    }

    @Test
    void shouldAllowAsManyAtATimeAsAskedFor() {
        TriggerPolicy two = new TriggerPolicy(new Timing(seconds(10), seconds(60), Duration.ZERO, 2));
        two.onStarted(seconds(0));
        two.onTriggered(seconds(10));

        assertThat(two.waitUntilNext(seconds(20), 1)).contains(Duration.ZERO);
        assertThat(two.waitUntilNext(seconds(20), 2)).isEmpty();
    }

    @Test
    void shouldTakeTheFinalOneAtOnceWhenNoOtherIsUnderWay() {
        policy.onStarted(seconds(0));
        policy.onTriggered(seconds(10));
        policy.onFinalWanted(seconds(11));

        assertThat(policy.isFinalNext()).isTrue();
        assertThat(policy.waitUntilNext(seconds(11), 1)).isEmpty();
        policy.onEnded(seconds(12));
        assertThat(policy.waitUntilNext(seconds(12), 0)).contains(Duration.ZERO);
    }

    @Test
    void shouldTakeTheFinalOneAloneEvenWhenMoreAreAllowed() {
        TriggerPolicy two = new TriggerPolicy(new Timing(seconds(10), seconds(60), Duration.ZERO, 2));
        two.onStarted(seconds(0));
        two.onFinalWanted(seconds(1));

        assertThat(two.waitUntilNext(seconds(1), 1)).isEmpty();
    }

    @Test
    void shouldTakeTheFinalOneAtTheStartWhenItWasWantedBefore() {
        policy.onFinalWanted(seconds(1));
        assertThat(policy.waitUntilNext(seconds(1), 0)).isEmpty();
        policy.onStarted(seconds(2));

        assertThat(policy.waitUntilNext(seconds(2), 0)).contains(Duration.ZERO);
    }

    @Test
    void shouldRepeatTheFinalOneAfterAShortPauseHoweverLongTheInterval() {
        policy.onStarted(seconds(0));
        policy.onFinalWanted(seconds(1));
        policy.onTriggered(seconds(1));
        policy.onEnded(seconds(2));
        policy.onFinalGivenUp(seconds(2));

        assertThat(policy.waitUntilNext(seconds(2), 0)).contains(TriggerPolicy.FINAL_RETRY_PAUSE);
    }

    @Test
    void shouldNotHurryAFinalOneThatIsWantedTwice() {
        policy.onStarted(seconds(0));
        policy.onFinalWanted(seconds(1));
        policy.onFinalGivenUp(seconds(2));
        policy.onFinalWanted(seconds(2));

        assertThat(policy.waitUntilNext(seconds(2), 0)).contains(TriggerPolicy.FINAL_RETRY_PAUSE);
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
