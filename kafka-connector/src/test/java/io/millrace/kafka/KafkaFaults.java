package io.millrace.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.KafkaException;

/**
 * What goes wrong between clients and the simulated brokers, and how long things take. All of it is drawn from one source of
 * random numbers. Besides what is drawn, a test can say what happens to the next request of a kind.
 *
 * <p>Used in the turn of whoever has it, like everything in the simulation.
 */
public final class KafkaFaults {

    /** What can be drawn to go wrong with a request. */
    private enum Disturbance {
        LOST,
        REPLY_LOST,
        ARRIVES_TWICE,
        REFUSED,
        WRONGLY_ANSWERED,
        SLOW,
        ELECTION
    }

    private static final int PER_MILLE = 1000;
    private static final int HIGHEST_RATE = 40;

    /** One error in so many is one that clients do not try again after. */
    private static final int PASSING_ERRORS_PER_LASTING = 4;

    private static final int LARGEST_FETCH = 200;

    private static final int LONGEST_DELAY_MILLIS = 40_000;

    private final Random random;
    private final Map<Disturbance, Integer> rates = new EnumMap<>(Disturbance.class);
    private final Map<RequestKind, Queue<UnaryOperator<Fate>>> ordered = new EnumMap<>(RequestKind.class);

    private final Queue<Duration> markers = new ArrayDeque<>();
    private final Queue<Duration> replications = new ArrayDeque<>();
    private int largestFetch = LARGEST_FETCH;
    private int slowestFetchMillis;
    private int slowestPlainMillis;

    private KafkaFaults(Random random) {
        this.random = random;
    }

    /** Nothing goes wrong; only the small delays are drawn. */
    public static KafkaFaults none(Random random) {
        return new KafkaFaults(random);
    }

    /** Each kind of fault is off or has a rate of its own, up to some per cent of all requests. */
    public static KafkaFaults drawn(Random random) {
        KafkaFaults faults = new KafkaFaults(random);
        for (Disturbance each : Disturbance.values()) {
            if (random.nextBoolean()) {
                faults.rates.put(each, 1 + random.nextInt(HIGHEST_RATE));
            }
        }
        return faults;
    }

    /** Nothing more goes wrong; what went wrong before still has its consequences. */
    public void stop() {
        rates.clear();
        ordered.clear();
        markers.clear();
        replications.clear();
    }

    /** The next request of this kind never arrives. */
    public void loseNext(RequestKind kind) {
        order(kind, Fate::lost);
    }

    /** The next request of this kind takes effect, but nobody hears of it. */
    public void loseNextReply(RequestKind kind) {
        order(kind, Fate::replyLost);
    }

    /** The next request of this kind arrives a second time, this much later. */
    public void repeatNext(RequestKind kind, Duration later) {
        order(kind, fate -> fate.arrivingAgainAfter(later));
    }

    /** The next request of this kind has no effect and is answered with this error. */
    public void refuseNext(RequestKind kind, KafkaException error) {
        order(kind, fate -> fate.refusedWith(error));
    }

    /** The next request of this kind takes effect, but is answered with this error. */
    public void answerNextWrongly(RequestKind kind, KafkaException error) {
        order(kind, fate -> fate.wronglyAnsweredWith(error));
    }

    /** The next request of this kind is under way for so long. */
    public void delayNext(RequestKind kind, Duration delay) {
        order(kind, fate -> fate.delayedBy(delay));
    }

    /** Input comes bit by bit: a fetch brings no more than so many records, and takes up to so long. */
    public void slowInput(int records, int millis) {
        largestFetch = records;
        slowestFetchMillis = millis;
    }

    /** Records that belong to no transaction take up to so long to the brokers. */
    public void slowPlainOutput(int millis) {
        slowestPlainMillis = millis;
    }

    /** The next marker takes so long until it is written. */
    public void delayNextMarker(Duration delay) {
        markers.add(delay);
    }

    /** The followers take so long for what is appended next. */
    public void delayNextReplication(Duration delay) {
        replications.add(delay);
    }

    private void order(RequestKind kind, UnaryOperator<Fate> change) {
        ordered.computeIfAbsent(kind, each -> new ArrayDeque<>()).add(change);
    }

    Fate fateOf(RequestKind kind) {
        Fate fate = Fate.undisturbed(latency(), latency());
        int slowest = slowestMillis(kind);
        if (slowest > 0) {
            fate = fate.delayedBy(Duration.ofMillis(random.nextInt(slowest)));
        }
        Queue<UnaryOperator<Fate>> next = ordered.get(kind);
        if (next != null && !next.isEmpty()) {
            return next.remove().apply(fate);
        }
        return disturbed(kind, fate);
    }

    private int slowestMillis(RequestKind kind) {
        return switch (kind) {
            case FETCH -> slowestFetchMillis;
            case PRODUCE_PLAIN -> slowestPlainMillis;
            case PRODUCE, INIT_PRODUCER, END_TRANSACTION, ADMIN -> 0;
        };
    }

    private Fate disturbed(RequestKind kind, Fate calm) {
        Fate fate = calm;
        if (happens(Disturbance.SLOW)) {
            fate = fate.delayedBy(longDelay());
        }
        if (happens(Disturbance.LOST)) {
            fate = fate.lost();
        }
        if (happens(Disturbance.REPLY_LOST)) {
            fate = fate.replyLost();
        }
        if (kind != RequestKind.FETCH && happens(Disturbance.ARRIVES_TWICE)) {
            fate = fate.arrivingAgainAfter(longDelay());
        }
        if (happens(Disturbance.REFUSED)) {
            fate = fate.refusedWith(error(kind));
        }
        if (happens(Disturbance.WRONGLY_ANSWERED)) {
            fate = fate.wronglyAnsweredWith(error(kind));
        }
        return fate;
    }

    private KafkaException error(RequestKind kind) {
        List<Supplier<KafkaException>> lasting = KafkaErrors.lasting(kind);
        boolean passes = lasting.isEmpty() || random.nextInt(PASSING_ERRORS_PER_LASTING + 1) > 0;
        List<Supplier<KafkaException>> all = passes ? KafkaErrors.passing(kind) : lasting;
        return all.get(random.nextInt(all.size())).get();
    }

    private boolean happens(Disturbance disturbance) {
        int rate = rates.getOrDefault(disturbance, 0);
        return rate > 0 && random.nextInt(PER_MILLE) < rate;
    }

    boolean electsLeader() {
        return happens(Disturbance.ELECTION);
    }

    /** How many records a fetch brings at most. */
    int fetchSize() {
        return 1 + random.nextInt(1 + random.nextInt(largestFetch));
    }

    int draw(int bound) {
        return random.nextInt(bound);
    }

    private Duration latency() {
        return Duration.ofMillis(random.nextInt(3));
    }

    private Duration longDelay() {
        return Duration.ofMillis(1 + random.nextInt(1 + random.nextInt(LONGEST_DELAY_MILLIS)));
    }

    /** Followers are quick, unless they are not. */
    Duration replicationDelay() {
        if (!replications.isEmpty()) {
            return replications.remove();
        }
        return happens(Disturbance.SLOW) ? longDelay() : Duration.ofMillis(random.nextInt(4) / 3);
    }

    Duration markerDelay() {
        if (!markers.isEmpty()) {
            return markers.remove();
        }
        return happens(Disturbance.SLOW) ? longDelay() : Duration.ofMillis(random.nextInt(6));
    }

    /** How long it takes brokers to notice that a transaction is too old. */
    Duration timeoutCheckDelay() {
        return Duration.ofMillis(random.nextInt(PER_MILLE));
    }
}
