package io.millrace.integration.simulation;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Tells of each call before it is made, so that a process can be frozen just there. */
record FreezingStorage(CheckpointStorage storage, Watcher watcher) implements CheckpointStorage {

    /** What is called. */
    enum Call {
        CREATE,
        OPEN,
        LENGTH,
        LIST,
        DELETE
    }

    /** Is told what is about to be called. */
    interface Watcher {

        void beforeCall(Call call, String path);
    }

    @Override
    public Upload create(String path) throws IOException {
        watcher.beforeCall(Call.CREATE, path);
        return storage.create(path);
    }

    @Override
    public InputStream open(String path) throws IOException {
        watcher.beforeCall(Call.OPEN, path);
        return storage.open(path);
    }

    @Override
    public long length(String path) throws IOException {
        watcher.beforeCall(Call.LENGTH, path);
        return storage.length(path);
    }

    @Override
    public List<String> list(String folder) throws IOException {
        watcher.beforeCall(Call.LIST, folder);
        return storage.list(folder);
    }

    @Override
    public boolean delete(String path) throws IOException {
        watcher.beforeCall(Call.DELETE, path);
        return storage.delete(path);
    }

    @Override
    public void deleteAll(String folder) throws IOException {
        watcher.beforeCall(Call.DELETE, folder);
        storage.deleteAll(folder);
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
