package io.millrace.kafka;

import java.time.Duration;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What happens to one request on its way and to its reply. Immutable.
 *
 * @param arrivesAgain how much later a second copy arrives; null if there is none
 * @param refusal answered instead of handling the request
 * @param wrongAnswer answered although the request was handled
 */
record Fate(
        boolean isLost,
        Duration delay,
        @Nullable Duration arrivesAgain,
        @Nullable KafkaException refusal,
        @Nullable KafkaException wrongAnswer,
        boolean isReplyLost,
        Duration replyDelay) {

    static Fate undisturbed(Duration delay, Duration replyDelay) {
        return new Fate(false, delay, null, null, null, false, replyDelay);
    }

    Fate lost() {
        return new Fate(true, delay, arrivesAgain, refusal, wrongAnswer, isReplyLost, replyDelay);
    }

    Fate replyLost() {
        return new Fate(isLost, delay, arrivesAgain, refusal, wrongAnswer, true, replyDelay);
    }

    Fate arrivingAgainAfter(Duration later) {
        return new Fate(isLost, delay, later, refusal, wrongAnswer, isReplyLost, replyDelay);
    }

    Fate refusedWith(KafkaException error) {
        return new Fate(isLost, delay, arrivesAgain, error, wrongAnswer, isReplyLost, replyDelay);
    }

    Fate wronglyAnsweredWith(KafkaException error) {
        return new Fate(isLost, delay, arrivesAgain, refusal, error, isReplyLost, replyDelay);
    }

    Fate delayedBy(Duration more) {
        return new Fate(isLost, delay.plus(more), arrivesAgain, refusal, wrongAnswer, isReplyLost, replyDelay);
    }
}
