package io.millrace.integration;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** A storage that asks a probe before and after what matters, and otherwise does what the one behind it does. Thread-safe. */
final class ProbedStorage implements CheckpointStorage {

    private final CheckpointStorage storage;
    private final Probe probe;

    ProbedStorage(CheckpointStorage storage, Probe probe) {
        this.storage = storage;
        this.probe = probe;
    }

    @Override
    public Upload create(String path) throws IOException {
        return new ProbedUpload(storage.create(path), path);
    }

    @Override
    public InputStream open(String path) throws IOException {
        probe.reached(FileKind.of(path).read, path);
        return storage.open(path);
    }

    @Override
    public long length(String path) throws IOException {
        return storage.length(path);
    }

    @Override
    public List<String> list(String folder) throws IOException {
        probe.reached(Point.LIST, folder);
        return storage.list(folder);
    }

    @Override
    public boolean delete(String path) throws IOException {
        probe.reached(Point.DELETE_BEFORE, path);
        boolean deleted = storage.delete(path);
        probe.reached(Point.DELETE_AFTER, path);
        return deleted;
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }

    /** The kinds of files of a job, and their points. */
    private enum FileKind {
        JOB_FILE(Point.JOB_FILE_READ, Point.JOB_FILE_WRITE, Point.JOB_FILE_BEFORE, Point.JOB_FILE_AFTER),
        MANIFEST(Point.MANIFEST_READ, Point.MANIFEST_WRITE, Point.MANIFEST_BEFORE, Point.MANIFEST_AFTER),
        STATE(Point.STATE_READ, Point.STATE_WRITE, Point.STATE_BEFORE, Point.STATE_AFTER);

        final Point read;
        final Point write;
        final Point before;
        final Point after;

        FileKind(Point read, Point write, Point before, Point after) {
            this.read = read;
            this.write = write;
            this.before = before;
            this.after = after;
        }

        static FileKind of(String path) {
            if (path.endsWith("job.json")) {
                return JOB_FILE;
            }
            return path.endsWith("manifest.json") ? MANIFEST : STATE;
        }
    }

    private final class ProbedUpload implements Upload {

        private final Upload upload;
        private final String path;
        private final FileKind kind;
        private final OutputStream out;

        ProbedUpload(Upload upload, String path) {
            this.upload = upload;
            this.path = path;
            this.kind = FileKind.of(path);
            this.out = new ProbedStream(upload.out(), kind.write, path);
        }

        @Override
        public OutputStream out() {
            return out;
        }

        @Override
        public void publish() throws IOException {
            probe.reached(kind.before, path);
            upload.publish();
            probe.reached(kind.after, path);
        }

        @Override
        public void close() throws IOException {
            upload.close();
        }
    }

    /** Writes half of what it is given before it asks, so that whoever stops there leaves a torn file. */
    private final class ProbedStream extends FilterOutputStream {

        private final Point write;
        private final String path;

        ProbedStream(OutputStream out, Point write, String path) {
            super(out);
            this.write = write;
            this.path = path;
        }

        @Override
        public void write(int oneByte) throws IOException {
            probe.reached(write, path);
            out.write(oneByte);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int half = length / 2;
            out.write(bytes, offset, half);
            probe.reached(write, path);
            out.write(bytes, offset + half, length - half);
        }
    }
}
