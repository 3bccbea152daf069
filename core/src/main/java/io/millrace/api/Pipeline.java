package io.millrace.api;

import static java.util.Objects.requireNonNull;

import io.millrace.api.step.Input;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.api.step.StepOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * The logical graph of a job: sources, operators, sinks, each with a stable uid.
 *
 * <pre>{@code
 * Pipeline pipeline = Pipeline.named("word-count");
 * pipeline.from("lines", kafka.source("lines", Serdes.string()))
 *         .flatMap(line -> List.of(line.split("\\W+")))
 *         .keyBy(word -> word, Serdes.string())
 *         .count("counts")
 *         .to("out", kafka.sink("counts", Serdes.string(), Serdes.longs()));
 * Job job = pipeline.start(JobOptions.storage("file:///var/lib/word-count"));
 * }</pre>
 *
 * <p>Not thread-safe; a started job no longer looks at it.
 */
public final class Pipeline {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final String name;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> uids = new HashSet<>();
    private RecordErrorPolicy recordErrors = RecordErrorPolicy.fail();

    private Pipeline(String name) {
        this.name = name;
    }

    /**
     * Starts an empty pipeline.
     *
     * @param name identifies the job on the Kafka cluster and in the storage: letters, digits, dot, underscore, dash;
     *     at most 100 characters
     */
    public static Pipeline named(String name) {
        return new Pipeline(requireName("job name", name));
    }

    /** Builds the pipeline that {@code definition} defines. */
    public static Pipeline named(String name, PipelineDefinition definition, Config config) {
        Pipeline pipeline = named(name);
        definition.define(pipeline, config);
        return pipeline;
    }

    public String name() {
        return name;
    }

    /**
     * Adds a source.
     *
     * @param uid stable name under which the source's positions are kept
     * @param source where the records come from
     */
    public <T> DataStream<T> from(String uid, Source<T> source) {
        requireNonNull(source, "source");
        requireUid(uid);
        return add(id -> new Step.SourceStep(id, uid, StepOptions.NONE, source));
    }

    /**
     * Says what follows when a step that does not say otherwise fails on one record. Default: {@link
     * RecordErrorPolicy#fail()}. It counts for all steps, also those that were added before.
     */
    public Pipeline onRecordError(RecordErrorPolicy policy) {
        recordErrors = requireUsable(policy);
        return this;
    }

    /**
     * The steps in the order in which they were added, for runners; every input of a step comes before it, and every step
     * says what follows when it fails on a record. Sinks of dead letters are not among them: they are in these policies.
     *
     * @throws StartRefusedException if two sinks of dead letters that differ have one uid, or one has the uid of a step
     */
    public List<Step> steps() {
        List<Step> complete = steps.stream()
                .map(step -> step.options().onRecordError().isPresent()
                        ? step
                        : step.withOptions(step.options().onRecordError(recordErrors)))
                .toList();
        requireOwnUids(complete);
        return complete;
    }

    /** Only policies that some step has in the end count; several steps may share one sink of dead letters. */
    private void requireOwnUids(List<Step> complete) {
        Map<String, Sink<?>> deadLetterSinks = new HashMap<>();
        for (Step step : complete) {
            if (step.options().onRecordError().orElse(null) instanceof RecordErrorPolicy.ToSink letters) {
                if (uids.contains(letters.uid())) {
                    throw new StartRefusedException("Pipeline '" + name + "': the uid '" + letters.uid()
                            + "' is that of a step and of a sink of dead letters: give the latter another uid with"
                            + " deadLetter(uid, sink)");
                }
                Sink<?> known = deadLetterSinks.putIfAbsent(letters.uid(), letters.sink());
                if (known != null && !known.equals(letters.sink())) {
                    throw new StartRefusedException("Pipeline '" + name
                            + "' has two sinks of dead letters with the uid '" + letters.uid()
                            + "': share one, or give each a uid with deadLetter(uid, sink)");
                }
            }
        }
    }

    /**
     * Starts the pipeline as a job in this process, with the {@link PipelineRunner} found on the class path.
     *
     * @return the running job
     * @throws StartRefusedException if the pipeline is incomplete or the options do not fit it
     */
    public Job start(JobOptions options) {
        requireNonNull(options, "options");
        if (steps.stream().noneMatch(Step.SinkStep.class::isInstance)) {
            throw new StartRefusedException(
                    "Pipeline '" + name + "' writes nowhere: end at least one stream with to(...)");
        }
        return ServiceLoader.load(PipelineRunner.class)
                .findFirst()
                .orElseThrow(
                        () -> new StartRefusedException("No PipelineRunner found on the class path to run pipeline '"
                                + name + "'; millrace-core brings one"))
                .start(this, options);
    }

    <T> DataStream<T> add(IntFunction<Step> step) {
        int id = steps.size();
        steps.add(step.apply(id));
        return new DataStream<>(this, List.of(new Input(id, new Routing.Forward())));
    }

    void replaceParallelism(int id, int parallelism) {
        if (parallelism < 1) {
            throw new IllegalArgumentException(
                    "Parallelism of '" + steps.get(id).name() + "' must be at least 1, not " + parallelism);
        }
        Step step = steps.get(id);
        steps.set(id, step.withOptions(step.options().parallelism(parallelism)));
    }

    void replaceRecordErrors(int id, RecordErrorPolicy policy) {
        Step step = steps.get(id);
        steps.set(id, step.withOptions(step.options().onRecordError(requireUsable(policy))));
    }

    private static RecordErrorPolicy requireUsable(RecordErrorPolicy policy) {
        requireNonNull(policy, "policy");
        if (policy instanceof RecordErrorPolicy.ToSink letters) {
            requireName("uid", letters.uid());
        }
        return policy;
    }

    String generatedName(String kind) {
        return kind + "-" + steps.size();
    }

    void requireUid(String uid) {
        requireName("uid", uid);
        if (!uids.add(uid)) {
            throw new IllegalArgumentException("The uid '" + uid + "' is used twice in pipeline '" + name
                    + "'; state is stored under it, so each source, stateful operator and sink needs its own");
        }
    }

    private static String requireName(String what, String value) {
        if (!NAME.matcher(requireNonNull(value, what)).matches()) {
            throw new IllegalArgumentException(
                    "The " + what + " '" + value
                            + "' must start with a letter or digit and have at most 100 letters, digits, dots, underscores, dashes");
        }
        return value;
    }
}
