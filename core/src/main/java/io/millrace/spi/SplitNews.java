package io.millrace.spi;

import java.util.List;
import java.util.Set;

/**
 * What a look at a source's splits came to while they are read. Immutable.
 *
 * @param added splits that are new, from their very beginning; each is returned once in an attempt
 * @param blocked ids of those splits that hold records which cannot be read yet, such as behind an open transaction: when
 *     nothing comes from them that does not mean that there is nothing
 */
public record SplitNews(List<SourceSplit> added, Set<String> blocked) {

    /** Nothing new and nothing blocked. */
    public static final SplitNews NONE = new SplitNews(List.of(), Set.of());

    public SplitNews {
        added = List.copyOf(added);
        blocked = Set.copyOf(blocked);
    }
}
