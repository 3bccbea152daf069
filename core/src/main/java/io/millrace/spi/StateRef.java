package io.millrace.spi;

import java.util.List;

/**
 * Where a snapshot keeps one piece of keyed state of one task.
 *
 * @param state name of the state
 * @param format names the format of the files, such as {@code canonical-1}
 * @param keyGroups the key groups that it covers
 * @param keySerde fingerprint of the key serde
 * @param valueSerde fingerprint of the value serde
 * @param files the files, in order
 */
public record StateRef(
        String state, String format, KeyGroupRange keyGroups, String keySerde, String valueSerde, List<FileRef> files) {

    public StateRef {
        files = List.copyOf(files);
    }
}
