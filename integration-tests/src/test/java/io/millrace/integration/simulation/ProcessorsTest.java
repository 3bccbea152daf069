package io.millrace.integration.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessorsTest {

    @Test
    void shouldReadRanges() {
        assertThat(Processors.numbers("0-3,8,10-11")).containsExactly(0, 1, 2, 3, 8, 10, 11);
    }

    @Test
    void shouldOfferOneForEachThatIsAvailable() throws IOException {
        assertThat(Processors.pinning()).hasSize(Runtime.getRuntime().availableProcessors());
    }
}
