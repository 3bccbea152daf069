package io.millrace.kafka;

import org.apache.kafka.common.ClusterResource;
import org.apache.kafka.common.ClusterResourceListener;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Hears of each update of a consumer's metadata: Kafka tells it to those of a client's parts that are listeners, and the
 * deserializers are the parts that are handed over as objects.
 */
final class MetadataListener extends ByteArrayDeserializer implements ClusterResourceListener {

    private final Runnable metadataUpdated;

    MetadataListener(Runnable metadataUpdated) {
        this.metadataUpdated = metadataUpdated;
    }

    @Override
    public void onUpdate(ClusterResource cluster) {
        metadataUpdated.run();
    }
}
