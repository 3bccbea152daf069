package io.millrace.api.step;

import io.millrace.api.Collector;

/** The common form of map, filter and flatMap: one value in, any number out. */
@FunctionalInterface
public interface ElementFunction<I, O> {

    void apply(I value, Collector<O> out) throws Exception;
}
