package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.api.JobState;
import io.millrace.testkit.ContainerKafka;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A word count over a broker in a container; skipped where there is no Docker. */
class ContainerKafkaIT {

    @TempDir
    private Path directory;

    @Test
    void shouldCountExactlyOnceOverBrokerInContainer() throws Exception {
        assumeTrue(ContainerKafka.isAvailable(), "There is no Docker daemon to start a broker in");
        try (ContainerKafka kafka = ContainerKafka.start();
                Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(1000);
            scenario.with(WordCount.UNTIL_END, true);

            // when
            JobState end = scenario.startJob().await();

            // then
            assertThat(end).isEqualTo(JobState.FINISHED);
            scenario.assertExactlyOnce();
        }
    }
}
