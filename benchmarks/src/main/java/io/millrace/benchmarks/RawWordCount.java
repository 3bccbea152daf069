package io.millrace.benchmarks;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The word count as a hand-written loop: one thread, a hash map, one transaction per interval with the offsets in it. It
 * could not recover its counts; it is the limit that an engine is measured against. With {@code tuned} its producer has the
 * settings of Millrace's.
 */
final class RawWordCount {

    private RawWordCount() {}

    public static void main(String[] args) {
        String bootstrap = args[0];
        boolean tuned = args[4].equals("tuned");
        run(bootstrap, args[1], args[2], Duration.ofMillis(Long.parseLong(args[3])), tuned);
    }

    private static void run(String bootstrap, String input, String output, Duration interval, boolean tuned) {
        String id = "raw-" + System.nanoTime();
        Map<String, Object> consumerConfig = Map.of(
                "bootstrap.servers",
                bootstrap,
                "group.id",
                id,
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "earliest",
                "isolation.level",
                "read_committed");
        Map<String, Object> producerConfig =
                new HashMap<>(Map.of("bootstrap.servers", bootstrap, "transactional.id", id));
        if (tuned) {
            producerConfig.put("linger.ms", 20);
            producerConfig.put("batch.size", 256 * 1024);
        }
        try (var consumer = new KafkaConsumer<>(consumerConfig, new StringDeserializer(), new StringDeserializer());
                var producer = new KafkaProducer<>(producerConfig, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            List<PartitionInfo> infos = consumer.partitionsFor(input);
            Set<TopicPartition> partitions = infos.stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .collect(java.util.stream.Collectors.toSet());
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            count(consumer, producer, ends, output, interval);
        }
    }

    private static void count(
            KafkaConsumer<String, String> consumer,
            KafkaProducer<String, String> producer,
            Map<TopicPartition, Long> ends,
            String output,
            Duration interval) {
        Map<String, Long> counts = new HashMap<>();
        long words = 0;
        long begin = 0;
        long nextCommit = 0;
        producer.beginTransaction();
        boolean done = false;
        while (!done) {
            var records = consumer.poll(Duration.ofMillis(20));
            if (begin == 0 && !records.isEmpty()) {
                begin = System.nanoTime();
                nextCommit = begin + interval.toNanos();
            }
            for (var line : records) {
                for (String word : Workload.words(line.value())) {
                    long count = counts.merge(word, 1L, Long::sum);
                    producer.send(new ProducerRecord<>(output, word, Long.toString(count)));
                    words++;
                }
            }
            done = ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
            if (begin != 0 && (done || System.nanoTime() >= nextCommit)) {
                producer.sendOffsetsToTransaction(positions(consumer, ends.keySet()), consumer.groupMetadata());
                producer.commitTransaction();
                producer.beginTransaction();
                nextCommit = System.nanoTime() + interval.toNanos();
            }
        }
        Measured.print(words, System.nanoTime() - begin);
    }

    private static Map<TopicPartition, OffsetAndMetadata> positions(
            KafkaConsumer<String, String> consumer, Set<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        partitions.forEach(partition -> positions.put(partition, new OffsetAndMetadata(consumer.position(partition))));
        return positions;
    }
}
