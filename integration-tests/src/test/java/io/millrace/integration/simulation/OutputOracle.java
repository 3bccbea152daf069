package io.millrace.integration.simulation;

import io.millrace.kafka.DeliveryGuarantee;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Compares what readers of committed data have seen with what an undisturbed run shows. */
final class OutputOracle {

    private static final int SHOWN = 12;

    private final DrawnPipeline pipeline;
    private final Outside outside;
    private final DeadLetterOracle deadLetters;

    OutputOracle(DrawnPipeline pipeline, Outside outside) {
        this.deadLetters = new DeadLetterOracle(pipeline, outside);
        this.pipeline = pipeline;
        this.outside = outside;
    }

    /** At any time: nothing is seen that an undisturbed run does not show, nor more often, nor in another order. */
    void requireNothingWrong() {
        deadLetters.requireNothingWrong();
        requireNothingElse();
    }

    /** As far as dead letters are not concerned. */
    void requireNothingElse() {
        for (int sink = 0; sink < pipeline.sinks(); sink++) {
            boolean once = outside.guarantee(sink) == DeliveryGuarantee.EXACTLY_ONCE;
            Map<Item, Integer> tooMany = counted(outside.seen(sink));
            counted(pipeline.expected(sink))
                    .forEach((item, count) -> tooMany.computeIfPresent(
                            item, (same, seen) -> once && seen > count ? Integer.valueOf(seen - count) : null));
            if (!tooMany.isEmpty()) {
                throw new Violation("Sink " + sink + " shows what it should not, or too often: " + shown(tooMany));
            }
            if (once && pipeline.isOrdered(sink)) {
                requireOrder(sink, outside.seen(sink));
            }
        }
    }

    private static void requireOrder(int sink, List<Item> seen) {
        Map<String, Item> last = new HashMap<>();
        for (Item item : seen) {
            Item before = last.put(item.key() + " of " + item.origin(), item);
            if (before != null && before.index() > item.index()) {
                throw new Violation("Sink " + sink + " shows " + item + " after " + before);
            }
        }
    }

    /** In the end: everything is seen that an undisturbed run shows, as often at least, with the same sums. */
    void requireComplete() {
        requireNothingWrong();
        deadLetters.requireComplete();
        for (int sink = 0; sink < pipeline.sinks(); sink++) {
            if (outside.guarantee(sink) != DeliveryGuarantee.NONE) {
                requireComplete(sink);
            }
        }
    }

    /** All that is seen of sinks that show everything once. */
    List<List<Item>> seenOnce() {
        return IntStream.range(0, pipeline.sinks())
                .filter(sink -> outside.guarantee(sink) == DeliveryGuarantee.EXACTLY_ONCE)
                .mapToObj(outside::seen)
                .toList();
    }

    /** Whether everything is seen. */
    boolean isComplete() {
        requireNothingWrong();
        try {
            requireComplete();
            return true;
        } catch (Violation notYet) {
            return false;
        }
    }

    private void requireComplete(int sink) {
        Map<Item, Integer> missing = counted(pipeline.expected(sink));
        counted(outside.seen(sink))
                .forEach((item, seen) -> missing.computeIfPresent(
                        item, (same, count) -> count > seen ? Integer.valueOf(count - seen) : null));
        if (!missing.isEmpty()) {
            throw new Violation("Sink " + sink + " does not show: " + shown(missing));
        }
        requireSums(sink);
    }

    /** The last count of a key knows all that was counted: nothing may have been lost and something else counted twice. */
    private void requireSums(int sink) {
        Map<Item, List<Long>> seen = new HashMap<>();
        outside.seen(sink)
                .forEach(item -> seen.computeIfAbsent(item.withoutSum(), any -> new ArrayList<>())
                        .add(item.sum()));
        for (Item expected : pipeline.expected(sink)) {
            List<Long> sums = Objects.requireNonNull(seen.get(expected.withoutSum()));
            if (expected.sum() != 0 && !sums.contains(expected.sum())) {
                throw new Violation("Sink " + sink + " should show " + expected + ", but the sums there are " + sums
                        + ": something else was counted");
            }
        }
    }

    private static Map<Item, Integer> counted(Collection<Item> items) {
        Map<Item, Integer> counts = new HashMap<>();
        items.forEach(item -> counts.merge(item.withoutSum(), 1, Integer::sum));
        return counts;
    }

    private static String shown(Map<Item, Integer> items) {
        Map<String, Integer> sorted = new TreeMap<>();
        items.forEach((item, count) -> sorted.put(item.text(), count));
        List<String> texts = sorted.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + " times)")
                .toList();
        return texts.size() <= SHOWN
                ? texts.toString()
                : texts.subList(0, SHOWN) + " and " + (texts.size() - SHOWN) + " more";
    }
}
