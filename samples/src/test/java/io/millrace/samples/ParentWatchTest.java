package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParentWatchTest {

    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    @Test
    void shouldNoticeWhenTheParentEnds() throws Exception {
        // given
        try (PipedOutputStream parent = new PipedOutputStream();
                PipedInputStream stdin = new PipedInputStream(parent)) {
            ParentWatch.start(stdin, () -> gone.complete(null));
            parent.write('\n');
            assertThat(gone).isNotDone();

            // when
            parent.close();

            // then
            gone.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldNoticeWhenStdinBreaks() throws Exception {
        // given
        PipedInputStream unconnected = new PipedInputStream();

        // when
        ParentWatch.start(unconnected, () -> gone.complete(null));

        // then
        gone.get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldEndAtOnceWhenThereIsNoStdin() throws Exception {
        // when
        ParentWatch.start(InputStream.nullInputStream(), () -> gone.complete(null));

        // then
        gone.get(10, TimeUnit.SECONDS);
    }
}
