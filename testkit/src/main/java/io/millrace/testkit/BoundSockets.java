package io.millrace.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * Server sockets on loopback that are bound before a node starts and are then handed to it, each once.
 *
 * <p>So a port that somebody else took is found out before anything else has begun. Thread-safe.
 */
final class BoundSockets implements ServerSocketFactory, AutoCloseable {
    private static final int BACKLOG = 50;

    private final Map<Integer, ServerSocketChannel> channels = new ConcurrentHashMap<>();

    private BoundSockets() {}

    /** Binds all ports, trying again for as long as {@code patience} when one is taken. */
    static BoundSockets bind(Collection<Integer> ports, Duration patience) throws BindException {
        Deadline deadline = Deadline.in(patience);
        while (true) {
            try {
                return bind(ports);
            } catch (BindException taken) {
                if (deadline.hasPassed()) {
                    throw taken;
                }
                pause();
            }
        }
    }

    private static BoundSockets bind(Collection<Integer> ports) throws BindException {
        BoundSockets sockets = new BoundSockets();
        try {
            for (int port : ports) {
                sockets.bind(port);
            }
            return sockets;
        } catch (BindException taken) {
            sockets.close();
            throw taken;
        } catch (IOException e) {
            sockets.close();
            throw new TestkitException("Could not open the ports " + ports + " on loopback", e);
        }
    }

    private void bind(int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        channels.put(port, channel);
        try {
            channel.bind(new InetSocketAddress(FreePorts.loopback(), port), BACKLOG);
        } catch (BindException e) {
            BindException named = new BindException("Port " + port + " on loopback is taken by another process");
            named.initCause(e);
            throw named;
        }
    }

    @Override
    public ServerSocketChannel openServerSocket(
            String listenerName, InetSocketAddress address, int backlog, int receiveBufferSize) throws IOException {
        ServerSocketChannel channel = channels.remove(address.getPort());
        if (channel == null) {
            throw new BindException("No socket was bound for listener " + listenerName + " at " + address);
        }
        channel.configureBlocking(false);
        return channel;
    }

    /** Closes those sockets that no node took over. */
    @Override
    public void close() {
        channels.values().forEach(channel -> {
            try {
                channel.close();
            } catch (IOException e) {
                throw new TestkitException("Could not close " + channel, e);
            }
        });
        channels.clear();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(50);
        } catch (InterruptedException e) {
            throw Await.interrupted("to bind a port", e);
        }
    }
}
