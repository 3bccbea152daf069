package io.millrace.runtime;

import io.millrace.api.step.Routing;
import io.millrace.channel.Channel;
import io.millrace.channel.Parker;
import io.millrace.plan.Chain;
import io.millrace.plan.Edge;
import io.millrace.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/** The channels between the tasks of one attempt, and where these tasks sleep. */
final class AttemptChannels {

    /** Per chain and task. */
    private final List<List<Parker>> parkers = new ArrayList<>();

    /** Per edge and upstream task: the channels to the downstream tasks. */
    private final List<List<List<Channel>>> channels = new ArrayList<>();

    private AttemptChannels() {}

    static AttemptChannels of(PhysicalPlan plan) {
        AttemptChannels all = new AttemptChannels();
        for (Chain chain : plan.chains()) {
            List<Parker> ofChain = new ArrayList<>();
            for (int subtask = 0; subtask < chain.parallelism(); subtask++) {
                ofChain.add(new Parker());
            }
            all.parkers.add(ofChain);
        }
        for (Edge edge : plan.edges()) {
            all.connect(edge);
        }
        return all;
    }

    Parker parkerOf(Chain chain, int subtask) {
        return parkers.get(chain.id()).get(subtask);
    }

    /** The channels by which a task sends along an edge, in the order of the downstream tasks. */
    List<Channel> outOf(Edge edge, int subtask) {
        return channels.get(edge.id()).get(subtask);
    }

    /** All channels that a task reads. */
    List<Channel> into(Chain chain, int subtask) {
        List<Channel> inputs = new ArrayList<>();
        for (Edge edge : chain.inputs()) {
            List<List<Channel>> ofEdge = channels.get(edge.id());
            if (isForward(edge)) {
                inputs.add(ofEdge.get(subtask).get(0));
            } else {
                ofEdge.forEach(fromTask -> inputs.add(fromTask.get(subtask)));
            }
        }
        return inputs;
    }

    private void connect(Edge edge) {
        List<Parker> producers = parkers.get(edge.fromChain());
        List<Parker> consumers = parkers.get(edge.toChain());
        List<List<Channel>> ofEdge = new ArrayList<>();
        for (int from = 0; from < producers.size(); from++) {
            Parker producer = producers.get(from);
            List<Parker> reached = isForward(edge) ? consumers.subList(from, from + 1) : consumers;
            ofEdge.add(reached.stream()
                    .map(consumer -> new Channel(producer, consumer))
                    .toList());
        }
        channels.add(ofEdge);
    }

    private static boolean isForward(Edge edge) {
        return edge.routing() instanceof Routing.Forward;
    }
}
