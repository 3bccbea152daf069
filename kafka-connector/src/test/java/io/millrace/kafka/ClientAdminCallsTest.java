package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class ClientAdminCallsTest {

    private static final class Answers extends DescribeTopicsResult {
        private Answers(Map<String, KafkaFuture<TopicDescription>> byName) {
            super(null, byName);
        }
    }

    private static KafkaFuture<TopicDescription> failed(Exception error) {
        KafkaFutureImpl<TopicDescription> future = new KafkaFutureImpl<>();
        future.completeExceptionally(error);
        return future;
    }

    @Test
    void shouldLeaveOutTopicsThatAreMissingOrCannotBe() {
        TopicDescription there = new TopicDescription("there", false, List.of());
        Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>();
        answers.put("there", KafkaFuture.completedFuture(there));
        answers.put("missing", failed(new UnknownTopicOrPartitionException()));
        answers.put("no name", failed(new InvalidTopicException()));
        Admin admin = (Admin) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("describeTopics");
                    return new Answers(answers);
                });
        assertThat(new ClientAdminCalls(admin, Duration.ofSeconds(1)).describeTopics(answers.keySet()))
                .isEqualTo(Map.of("there", there));
    }
}
