package io.millrace.integration.simulation;

import io.millrace.api.Pipeline;
import io.millrace.integration.simulation.DrawnErrors.Refusals;
import io.millrace.integration.simulation.DrawnStream.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A pipeline drawn from a seed: one to three sources, then steps of all kinds, then one or two sinks. Knows what each sink has to
 * show in the end.
 *
 * <p>Immutable once drawn.
 */
final class DrawnPipeline {

    static final String NAME = "simulated";

    private static final int MOST_STEPS = 6;
    private static final int MOST_ITEMS = 3_000;

    private final List<DrawnStream> outputs;
    private final DrawnErrors errors;

    private DrawnPipeline(List<DrawnStream> outputs, DrawnErrors errors) {
        this.outputs = List.copyOf(outputs);
        this.errors = errors;
    }

    static DrawnPipeline draw(Random random, DrawnInput input, DrawnErrors errors) {
        DrawnSteps steps = new DrawnSteps(random, errors);
        List<DrawnStream> open = new ArrayList<>();
        for (int source = 0; source < input.sources(); source++) {
            open.add(steps.source(source, input));
        }
        for (int step = random.nextInt(MOST_STEPS + 1); step > 0; step--) {
            int at = random.nextInt(open.size());
            DrawnStream from = open.get(at);
            DrawnStream next = random.nextInt(4) == 0
                    ? steps.union(from, open.get(random.nextInt(open.size())))
                    : steps.anyStep(from);
            if (next.items().size() <= MOST_ITEMS) {
                boolean fork = random.nextInt(4) == 0;
                open.set(at, next);
                if (fork) {
                    open.add(from);
                }
            }
        }
        return new DrawnPipeline(ends(open, steps, random), errors);
    }

    /** Brings what is open together in one or two streams, each with state before it in most seeds. */
    private static List<DrawnStream> ends(List<DrawnStream> open, DrawnSteps steps, Random random) {
        int sinks = Math.min(open.size(), 1 + random.nextInt(2));
        List<DrawnStream> ends = new ArrayList<>(open.subList(0, sinks));
        for (int i = sinks; i < open.size(); i++) {
            int to = random.nextInt(sinks);
            ends.set(to, steps.union(ends.get(to), open.get(i)));
        }
        if (sinks == 1 && random.nextInt(3) == 0) {
            ends.add(ends.get(0));
        }
        ends.replaceAll(end -> random.nextInt(4) == 0 ? end : steps.count(end));
        return ends;
    }

    int sinks() {
        return outputs.size();
    }

    /** What a sink has to show in the end, in any order; sums are 0 where they depend on the order. */
    List<Item> expected(int sink) {
        return outputs.get(sink).items();
    }

    /** What the steps fail on, and make dead letters of. */
    List<Refusals> deadLetters() {
        return outputs.stream()
                .flatMap(output -> output.refusals().stream())
                .distinct()
                .filter(Refusals::areDeadLetters)
                .toList();
    }

    boolean isOrdered(int sink) {
        return outputs.get(sink).order() != Order.NONE;
    }

    Pipeline build(Building building) {
        errors.applyTo(building);
        for (int sink = 0; sink < outputs.size(); sink++) {
            outputs.get(sink).in(building).to("out-" + sink, building.outside().sink(building.process(), sink));
        }
        return building.pipeline();
    }
}
