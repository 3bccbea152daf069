package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Says which topics are missing and how to make them. */
final class MissingTopics {

    private MissingTopics() {}

    static StartRefusedException toRead(String bootstrapServers, Collection<String> wanted, Collection<String> found) {
        return error("read", bootstrapServers, wanted, found);
    }

    static StartRefusedException toWrite(String bootstrapServers, Collection<String> wanted, Collection<String> found) {
        return error("written", bootstrapServers, wanted, found);
    }

    private static StartRefusedException error(
            String what, String bootstrapServers, Collection<String> wanted, Collection<String> found) {
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(found);
        return new StartRefusedException("Topics " + missing + " are to be " + what + ", but Kafka at "
                + bootstrapServers
                + " does not have them. Create them, such as with: kafka-topics.sh --bootstrap-server "
                + bootstrapServers + " --create --topic " + missing.iterator().next() + " --partitions 4");
    }
}
