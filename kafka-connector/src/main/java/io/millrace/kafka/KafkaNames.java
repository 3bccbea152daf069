package io.millrace.kafka;

/** The names under which a job is known on its cluster; never change, since a job is found again by them. */
final class KafkaNames {

    private KafkaNames() {}

    /** Whoever uses this id last is the one process that can write for the job. */
    static String transactionalId(String jobName) {
        return "millrace-" + jobName;
    }

    static String commitTopic(String jobName) {
        return "millrace-" + jobName + "-commits";
    }

    static String consumerGroup(String jobName) {
        return "millrace-" + jobName;
    }
}
