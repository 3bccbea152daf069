package io.millrace.plan;

import io.millrace.spi.SourceSplit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Deals the splits of a source to its tasks: sorted by id, one after the other, so that all tasks agree. */
public final class SplitAssignment {

    private SplitAssignment() {}

    /** Returns the splits of one task; each split belongs to exactly one. */
    public static List<SourceSplit> of(List<SourceSplit> splits, int subtask, int parallelism) {
        List<SourceSplit> sorted = new ArrayList<>(splits);
        sorted.sort(Comparator.comparing(SourceSplit::id));
        List<SourceSplit> own = new ArrayList<>();
        for (int i = subtask; i < sorted.size(); i += parallelism) {
            own.add(sorted.get(i));
        }
        return own;
    }
}
