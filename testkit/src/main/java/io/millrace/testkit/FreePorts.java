package io.millrace.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds loopback ports on which nothing listens.
 *
 * <p>The ports lie below those that operating systems hand out to outgoing connections. Otherwise, while a broker is down, a
 * client that keeps trying to reach it could be given the broker's own port, and the broker could not come back. Another
 * process may still take a port before it is used: whoever binds it has to expect that. Stateless.
 */
final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int ABOVE_HIGHEST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private FreePorts() {}

    static List<Integer> pick(int count) {
        List<Integer> picked = new ArrayList<>();
        for (int attempt = 0; attempt < ATTEMPTS && picked.size() < count; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, ABOVE_HIGHEST);
            if (!picked.contains(port) && isFree(port)) {
                picked.add(port);
            }
        }
        if (picked.size() < count) {
            throw new TestkitException(
                    "Found only " + picked.size() + " of " + count + " free ports on loopback between " + LOWEST
                            + " and " + ABOVE_HIGHEST + " in " + ATTEMPTS + " attempts");
        }
        return picked;
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, loopback())) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
