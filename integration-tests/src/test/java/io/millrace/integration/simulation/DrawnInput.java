package io.millrace.integration.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the sources of a seed read: per source its partitions, per partition its items. Some are empty, so that inputs end at
 * different times.
 *
 * @param partitions items by source and partition
 * @param unreadable those of them that a deserializer fails on
 */
record DrawnInput(List<List<List<Item>>> partitions, Set<Item> unreadable) {

    private static final int MOST_ITEMS = 60;

    /** One item in so many cannot be read, in seeds with records that fail. */
    private static final int ITEMS_PER_UNREADABLE_ONE = 12;

    DrawnInput {
        unreadable = Set.copyOf(unreadable);
    }

    /** @param someUnreadable whether some items cannot be read */
    static DrawnInput draw(Random random, boolean someUnreadable) {
        int keys = 1 + random.nextInt(10);
        List<List<List<Item>>> sources = new ArrayList<>();
        for (int source = 1 + random.nextInt(3); source > 0; source--) {
            List<List<Item>> partitions = new ArrayList<>();
            for (int partition = 1 + random.nextInt(4); partition > 0; partition--) {
                String origin = "s" + sources.size() + "p" + partitions.size();
                partitions.add(items(random, origin, random.nextInt(5) == 0 ? 0 : random.nextInt(MOST_ITEMS), keys));
            }
            sources.add(partitions);
        }
        Set<Item> unreadable = new HashSet<>();
        if (someUnreadable) {
            sources.stream()
                    .flatMap(List::stream)
                    .flatMap(List::stream)
                    .filter(item -> random.nextInt(ITEMS_PER_UNREADABLE_ONE) == 0)
                    .forEach(unreadable::add);
        }
        return new DrawnInput(sources, unreadable);
    }

    private static List<Item> items(Random random, String origin, int count, int keys) {
        List<Item> items = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            items.add(new Item("k" + random.nextInt(keys), origin, index, 0));
        }
        return items;
    }

    int sources() {
        return partitions.size();
    }

    List<Item> readable(int source) {
        return all(source).filter(item -> !unreadable.contains(item)).toList();
    }

    List<Item> unreadable(int source) {
        return all(source).filter(unreadable::contains).toList();
    }

    private Stream<Item> all(int source) {
        return partitions.get(source).stream().flatMap(List::stream);
    }

    static String uid(int source) {
        return "in-" + source;
    }
}
