package io.millrace.spi;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A split and the position in it, in the readable form in which it stands in a manifest. A position names the next
 * element to process, by number; symbolic positions such as "latest" are turned into numbers before they get here.
 *
 * @param id identifies the split within its source, such as {@code lines-3}
 * @param position what the connector needs to go on, such as offset, leader epoch, topic id, end offset
 */
public record SourceSplit(String id, SortedMap<String, String> position) {

    public SourceSplit {
        position = Collections.unmodifiableSortedMap(new TreeMap<>(position));
    }

    public static SourceSplit of(String id, Map<String, String> position) {
        return new SourceSplit(id, new TreeMap<>(position));
    }

    @Override
    public String toString() {
        return id + " " + position;
    }
}
