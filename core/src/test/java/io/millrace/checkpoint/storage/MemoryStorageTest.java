package io.millrace.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CheckpointStorage;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemoryStorageTest extends CheckpointStorageContract {

    private final URI uri = URI.create("memory:" + UUID.randomUUID());
    private final CheckpointStorage storage = CheckpointStorages.open(uri);

    @Override
    CheckpointStorage storage() {
        return storage;
    }

    @Test
    void shouldFindTheFilesAgainWhenOpenedUnderTheSameName() throws IOException {
        // given
        publish("job/file", "content");
        storage.close();

        // when
        CheckpointStorage again = CheckpointStorages.open(uri);

        // then
        assertThat(again.list("job")).containsExactly("job/file");
        assertThat(CheckpointStorages.open(URI.create(uri + "x")).list("job")).isEmpty();
    }

    @Test
    void shouldRefuseAStorageWithoutAName() {
        assertThatThrownBy(() -> CheckpointStorages.open(URI.create("memory:/x")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("memory:my-test");
    }
}
