package io.millrace.integration.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What the sources of a seed read: per source its partitions, per partition its items. Some are empty, so that inputs end at
 * different times.
 *
 * @param partitions items by source and partition
 */
record DrawnInput(List<List<List<Item>>> partitions) {

    private static final int MOST_ITEMS = 60;

    static DrawnInput draw(Random random) {
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
        return new DrawnInput(sources);
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

    List<Item> all(int source) {
        return partitions.get(source).stream().flatMap(List::stream).toList();
    }

    static String uid(int source) {
        return "in-" + source;
    }
}
