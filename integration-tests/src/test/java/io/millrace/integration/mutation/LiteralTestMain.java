package io.millrace.integration.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs one test method, with whatever classes come first on the class path, and tells by its exit code what came of it. */
final class LiteralTestMain {

    static final int PASSED = 10;
    static final int FAILED = 11;

    /** There is no such test. */
    static final int NOTHING = 12;

    private LiteralTestMain() {}

    /** @param args the name of the class, and the method's */
    public static void main(String[] args) {
        System.setOut(System.err); // nobody reads the other
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request(args[0], args[1]), listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.err, true));
        System.exit(codeOf(summary)); // whatever threads a mutation left behind
    }

    private static LauncherDiscoveryRequest request(String type, String method) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                .filters((PostDiscoveryFilter) test -> FilterResult.includedIf(isOf(test, method)))
                .build();
    }

    /** By its name alone, for a parameterized test would have to be told by its parameters' types. */
    private static boolean isOf(TestDescriptor test, String method) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName().equals(method))
                .orElse(true);
    }

    private static int codeOf(TestExecutionSummary summary) {
        if (summary.getTestsStartedCount() == 0) {
            return NOTHING;
        }
        return summary.getTotalFailureCount() > 0 ? FAILED : PASSED;
    }
}
