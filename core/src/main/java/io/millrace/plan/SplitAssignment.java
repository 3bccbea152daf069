package io.millrace.plan;

import io.millrace.spi.SourceSplit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which task of a source reads which splits: each is read by exactly one. At a start all splits are dealt out sorted by id, one
 * after the other; those that are found later go to the tasks that have fewest, and stay where they are until the next start.
 *
 * <p>Not thread-safe.
 */
public final class SplitAssignment {

    private static final Comparator<SourceSplit> BY_ID = Comparator.comparing(SourceSplit::id);

    private final List<List<SourceSplit>> perTask;
    private final Set<String> assigned = new HashSet<>();

    private SplitAssignment(int parallelism) {
        this.perTask = IntStream.range(0, parallelism)
                .<List<SourceSplit>>mapToObj(subtask -> new ArrayList<>())
                .toList();
    }

    /** Deals the splits of a start; the same splits and parallelism always give the same. */
    public static SplitAssignment of(List<SourceSplit> splits, int parallelism) {
        SplitAssignment assignment = new SplitAssignment(parallelism);
        assignment.add(splits);
        return assignment;
    }

    /** The splits of one task. */
    public List<SourceSplit> of(int subtask) {
        return List.copyOf(perTask.get(subtask));
    }

    /**
     * Deals further splits.
     *
     * @return by subtask, those that it got now
     * @throws IllegalStateException if one was dealt before
     */
    public List<List<SourceSplit>> add(List<SourceSplit> more) {
        SplitAssignment now = new SplitAssignment(perTask.size());
        more.stream().sorted(BY_ID).forEach(split -> {
            if (!assigned.add(split.id())) {
                throw new IllegalStateException("Split " + split + " was found twice; it is read already");
            }
            int subtask = taskWithFewest();
            perTask.get(subtask).add(split);
            now.perTask.get(subtask).add(split);
        });
        return now.perTask;
    }

    private int taskWithFewest() {
        return IntStream.range(0, perTask.size())
                .boxed()
                .min(Comparator.comparing(subtask -> perTask.get(subtask).size()))
                .orElseThrow();
    }
}
