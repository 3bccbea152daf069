package io.millrace.checkpoint.storage;

import io.millrace.spi.Upload;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes a temporary file beside the target and publishes it with a hard link, which fails if the target exists.
 *
 * <p>Not thread-safe.
 */
final class FileUpload implements Upload {

    private final Path target;
    private final Path temporary;
    private final FileChannel channel;
    private final OutputStream out;

    private FileUpload(Path target, Path temporary, FileChannel channel) {
        this.target = target;
        this.temporary = temporary;
        this.channel = channel;
        this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
    }

    /** Begins to write a file into a directory that exists. */
    static FileUpload begin(Path target) throws IOException {
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".unfinished");
        FileChannel channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new FileUpload(target, temporary, channel);
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public void publish() throws IOException {
        out.flush();
        channel.force(true);
        channel.close();
        try {
            Files.createLink(target, temporary);
        } catch (UnsupportedOperationException e) {
            throw new IOException(
                    "Publishing " + target + " needs a file system with hard links. Move the storage to one.", e);
        }
        makeDurable();
        Files.deleteIfExists(temporary);
    }

    /** A file that is there, but may be gone after a power failure, must not be taken for published: it is taken back. */
    private void makeDurable() throws IOException {
        try {
            Directories.sync(Directories.parentOf(target));
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    /** Closes the channel, not the stream, which would write what it still holds. */
    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(temporary);
        }
    }
}
