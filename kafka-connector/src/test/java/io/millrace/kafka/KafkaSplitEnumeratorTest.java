package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.api.StartRefusedException;
import io.millrace.metrics.MetricNames;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.NewAttemptException;
import io.millrace.spi.SourceConnector;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.spi.SplitNews;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which partitions a source reads, from where to where, and what it finds out about them while it does. */
class KafkaSplitEnumeratorTest {

    private final StubCluster cluster = new StubCluster();
    private final TestOperator operator = TestOperator.of("job", "lines");

    @BeforeEach
    void create() {
        cluster.create("lines", 2);
        cluster.log("lines", 0, 3, 10, 12);
    }

    private SplitEnumerator enumerator(UnaryOperator<KafkaSourceBuilder> options) {
        KafkaSourceBuilder builder = cluster.connection().source().topics("lines");
        return ((SourceConnector<?>) options.apply(builder).values(Serdes.string())).openEnumerator(operator);
    }

    private List<String> starts(UnaryOperator<KafkaSourceBuilder> options) {
        return offsets(enumerator(options).start());
    }

    private static List<String> offsets(List<SourceSplit> splits) {
        return splits.stream().map(KafkaSplitEnumeratorTest::offset).toList();
    }

    private static String offset(SourceSplit split) {
        String end = split.position().get("end");
        String missing = split.position().containsKey("missingSince") ? " missing" : "";
        return split.id() + "@" + split.position().get("offset") + (end == null ? "" : ".." + end) + missing;
    }

    private static TopicPartition lines(int partition) {
        return new TopicPartition("lines", partition);
    }

    private double counted(String name) {
        return operator.registry().get(name).counter().count();
    }

    // The start

    @Test
    void shouldStartWhereItIsTold() {
        assertThat(starts(source -> source)).containsExactly("lines-0@3", "lines-1@0");
        assertThat(starts(KafkaSourceBuilder::fromLatest)).containsExactly("lines-0@10", "lines-1@0");
        assertThat(starts(source -> source.fromTimestamp(Instant.ofEpochSecond(5))))
                .containsExactly("lines-0@5", "lines-1@0");
        assertThat(starts(source -> source.fromOffsets(Map.of(lines(0), 12L), MissingOffset.EARLIEST)))
                .containsExactly("lines-0@12", "lines-1@0");
    }

    /** R13: where no record is late enough, at that partition's end. */
    @Test
    void shouldStartAtTheEndWhenTimeIsBehindAllRecords() {
        assertThat(starts(source -> source.fromTimestamp(Instant.ofEpochSecond(999))))
                .containsExactly("lines-0@10", "lines-1@0");
    }

    /** R13 */
    @Test
    void shouldStartAtRecordThatIsCommittedWhileItIsLookedFor() {
        cluster.afterEachAnswer(() -> cluster.log("lines", 0, 3, 12, 12));
        assertThat(starts(source -> source.fromTimestamp(Instant.ofEpochSecond(10))))
                .containsExactly("lines-0@10", "lines-1@0");
    }

    @Test
    void shouldStartWhereGroupStands() {
        cluster.committedInGroup("lines", 0, 7);
        assertThat(starts(source -> source.fromGroupOffsets("other", MissingOffset.LATEST)))
                .containsExactly("lines-0@7", "lines-1@0");
        assertThatThrownBy(() -> starts(source -> source.fromGroupOffsets("other", MissingOffset.FAIL)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("group 'other'")
                .hasMessageContaining("[lines-1]");
    }

    @Test
    void shouldTakeGroupOffsetThatIsGoneForNone() {
        cluster.committedInGroup("lines", 0, 2);
        cluster.committedInGroup("lines", 1, 0);
        assertThat(starts(source -> source.fromGroupOffsets("other", MissingOffset.LATEST)))
                .containsExactly("lines-0@10", "lines-1@0");
        assertThatThrownBy(() -> starts(source -> source.fromGroupOffsets("other", MissingOffset.FAIL)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[lines-0]");
    }

    @Test
    void shouldRefuseGivenOffsetsThatFitNothing() {
        assertThatThrownBy(() -> starts(source -> source.fromOffsets(Map.of(lines(0), 2L), MissingOffset.LATEST)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("lines-0=2 outside of 3 to 12");
        assertThatThrownBy(() -> starts(source -> source.fromOffsets(Map.of(lines(5), 2L), MissingOffset.LATEST)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[lines-5]");
        assertThatThrownBy(() -> starts(source -> source.fromOffsets(Map.of(lines(0), 4L), MissingOffset.FAIL)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[lines-1]");
    }

    @Test
    void shouldEndWhereItIsTold() {
        assertThat(starts(KafkaSourceBuilder::untilEnd)).containsExactly("lines-0@3..10", "lines-1@0..0");
        assertThat(starts(source -> source.untilTimestamp(Instant.ofEpochSecond(6))))
                .containsExactly("lines-0@3..6", "lines-1@0..0");
        assertThat(starts(source -> source.untilOffsets(Map.of(lines(0), 5L, lines(1), 50L))))
                .containsExactly("lines-0@3..5", "lines-1@0..50");
        assertThatThrownBy(() -> starts(source -> source.untilOffsets(Map.of(lines(0), 5L))))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[lines-1]");
    }

    @Test
    void shouldReadTopicsThatMatchButNoCommitTopic() {
        // given
        cluster.create("lines-de", 1);
        cluster.create("other", 1);
        cluster.create("millrace-lines-commits", 1);
        cluster.create("commits-of-lines", 1);

        // when
        SplitEnumerator enumerator = ((SourceConnector<?>) cluster.connection()
                        .commitTopic("commits-of-lines")
                        .source()
                        .topicsMatching(Pattern.compile(".*lines.*"))
                        .values(Serdes.string()))
                .openEnumerator(operator);

        // then
        assertThat(offsets(enumerator.start())).containsExactly("lines-0@3", "lines-1@0", "lines-de-0@0");
    }

    @Test
    void shouldWaitForTopicThatMatchesOnlyWhenItLooksForOne() {
        UnaryOperator<KafkaSourceBuilder> none = source -> source.topicsMatching(Pattern.compile("none-.*"));
        SplitEnumerator waiting = enumerator(none);
        assertThat(waiting.start()).isEmpty();
        assertThatThrownBy(() -> starts(source -> none.apply(source).withoutDiscovery()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("none-.*");
        assertThatThrownBy(() -> starts(source -> none.apply(source).untilEnd()))
                .isInstanceOf(StartRefusedException.class);

        // when
        cluster.create("none-1", 1);
        cluster.log("none-1", 0, 0, 4, 4);

        // then: never at the latest
        assertThat(offsets(waiting.discover().added())).containsExactly("none-1-0@0");
    }

    // While it runs

    /** R10 */
    @Test
    void shouldLookEveryThirtySecondsUnlessToldOtherwise() {
        assertThat(enumerator(source -> source).discoveryInterval()).contains(Duration.ofSeconds(30));
        assertThat(enumerator(source -> source.discoverEvery(Duration.ofSeconds(1)))
                        .discoveryInterval())
                .contains(Duration.ofSeconds(1));
    }

    /** R04, R10 */
    @Test
    void shouldFindAddedPartitionsOnceAndFromTheirBeginning() {
        // given
        SplitEnumerator enumerator = enumerator(KafkaSourceBuilder::fromLatest);
        enumerator.start();
        assertThat(enumerator.discover()).isEqualTo(new SplitNews(List.of(), java.util.Set.of("lines-0")));

        // when
        cluster.grow("lines", 4);
        cluster.log("lines", 3, 0, 8, 8);

        // then
        assertThat(offsets(enumerator.discover().added())).containsExactly("lines-2@0", "lines-3@0");
        assertThat(enumerator.discover().added()).isEmpty();
        assertThat(counted(MetricNames.SOURCE_DISCOVERED_SPLITS)).isEqualTo(2);
        assertThat(operator.registry().get(MetricNames.SOURCE_SPLITS).gauge().value())
                .isEqualTo(4);
    }

    @Test
    void shouldFindNothingNewWhenBoundedOrToldNotTo() {
        // given
        SplitEnumerator bounded = enumerator(KafkaSourceBuilder::untilEnd);
        SplitEnumerator without = enumerator(KafkaSourceBuilder::withoutDiscovery);
        bounded.start();
        List<SourceSplit> start = without.start();

        // when
        cluster.grow("lines", 4);

        // then: the one reads them after the next start
        assertThat(bounded.discover().added()).isEmpty();
        assertThat(without.discover().added()).isEmpty();
        assertThat(without.resume(start)).hasSize(4);
    }

    @Test
    void shouldTellAddedPartitionsAlthoughOpenTransactionsCannotBeLookedFor() {
        // given: the offsets of what is read cannot be found out, such as without a leader
        SplitEnumerator enumerator = enumerator(source -> source);
        enumerator.start();
        cluster.offsetsAvailable(false);

        // when, then: nothing is new, and that is told
        assertThat(enumerator.discover().added()).isEmpty();

        // when: where a new partition begins cannot be found out either
        cluster.grow("lines", 3);
        assertThatThrownBy(enumerator::discover).isInstanceOf(AttemptFailedException.class);

        // then: it is found later
        cluster.offsetsAvailable(true);
        assertThat(offsets(enumerator.discover().added())).containsExactly("lines-2@0");
    }

    /** R04 */
    @Test
    void shouldNotMissInAnOldAnswerWhatALookFindsMeanwhile() {
        // given: a reader's doubt and a look at the topics run side by side
        SplitEnumerator enumerator = enumerator(source -> source.topicsMatching(Pattern.compile("lines.*")));
        enumerator.start();
        List<SourceSplit> found = new ArrayList<>();
        cluster.afterNextTopics(() -> {
            cluster.create("lines-new", 1);
            found.addAll(enumerator.discover().added());
        });

        // when: the answer to the doubt is older than what the look finds
        enumerator.verify();

        // then
        assertThat(offsets(found)).containsExactly("lines-new-0@0");
        assertThat(enumerator.discover().added()).isEmpty();
    }

    /** R05 */
    @Test
    void shouldStopWhenTopicIsCreatedAgainWhileItRuns() {
        // given
        SplitEnumerator enumerator = enumerator(source -> source);
        enumerator.start();
        String former = cluster.id("lines").toString();
        enumerator.verify();

        // when
        cluster.create("lines", 2);

        // then
        assertThatThrownBy(enumerator::verify)
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining(former)
                .hasMessageContaining(cluster.id("lines").toString())
                .hasMessageContaining("LossPolicy.CONTINUE");
        assertThatThrownBy(enumerator::discover).isInstanceOf(DamagedException.class);
    }

    /** R05: allowed to, the next attempt begins the new topic from its beginning. */
    @Test
    void shouldBeginNewTopicInNextAttemptWhenItMayGoOn() {
        // given
        SplitEnumerator enumerator = enumerator(source -> source.onLostRecords(LossPolicy.CONTINUE));
        List<SourceSplit> before = enumerator.start();

        // when
        cluster.create("lines", 2);
        cluster.log("lines", 0, 1, 20, 20);

        // then
        assertThatThrownBy(enumerator::verify).isInstanceOf(NewAttemptException.class);
        assertThat(operator.failures()).hasOnlyElementsOfType(NewAttemptException.class);
        List<SourceSplit> after = enumerator.resume(before);
        assertThat(offsets(after)).containsExactly("lines-0@1", "lines-1@0");
        assertThat(after)
                .extracting(split -> split.position().get("topicId"))
                .containsOnly(cluster.id("lines").toString());

        // and: counted when it is really read, and once
        assertThat(counted(MetricNames.SOURCE_LOSSES)).isZero();
        enumerator.discover();
        enumerator.discover();
        assertThat(counted(MetricNames.SOURCE_LOSSES)).isEqualTo(2);
    }

    @Test
    void shouldStopWhenTopicIsDeletedWhileItRuns() {
        SplitEnumerator enumerator = enumerator(source -> source);
        enumerator.start();
        cluster.delete("lines");
        assertThatThrownBy(enumerator::verify)
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("does not exist any more");
    }

    @Test
    void shouldGoOnWithoutDeletedTopicUntilItComesBackWhenItMay() {
        // given
        cluster.create("lines-de", 1);
        SplitEnumerator enumerator = enumerator(
                source -> source.topicsMatching(Pattern.compile("lines.*")).onLostRecords(LossPolicy.CONTINUE));
        enumerator.start();
        cluster.delete("lines-de");

        // when
        enumerator.verify();
        enumerator.discover();

        // then: said once
        assertThat(counted(MetricNames.SOURCE_LOSSES)).isEqualTo(1);
        assertThat(operator.failures()).isEmpty();
        cluster.create("lines-de", 1);
        assertThatThrownBy(enumerator::verify).isInstanceOf(NewAttemptException.class);
    }

    /** R04: what was only out of sight is gone on with where it was left. */
    @Test
    void shouldKeepPositionOfMissingPartitionAndUseItWhenTheSameTopicIsBack() {
        // given
        cluster.create("lines-de", 1);
        cluster.log("lines-de", 0, 0, 9, 9);
        UnaryOperator<KafkaSourceBuilder> options =
                source -> source.topicsMatching(Pattern.compile("lines-.*")).onLostRecords(LossPolicy.CONTINUE);
        List<SourceSplit> before = enumerator(options.andThen(KafkaSourceBuilder::fromLatest)::apply)
                .start();
        assertThat(offsets(before)).containsExactly("lines-de-0@9");

        // when: it is not seen by two starts
        cluster.hide("lines-de");
        List<SourceSplit> first = enumerator(options).resume(before);
        SplitEnumerator enumerator = enumerator(options);
        List<SourceSplit> second = enumerator.resume(first);
        enumerator.discover();
        enumerator.committed(second);

        // then
        assertThat(offsets(second)).containsExactly("lines-de-0@9 missing");
        assertThat(second).isEqualTo(first);
        assertThat(cluster.groupOffsets("any")).isEmpty();
        assertThat(counted(MetricNames.SOURCE_LOSSES)).isZero(); // of the second start, the first never ran

        // and when it is back
        cluster.show("lines-de");
        assertThatThrownBy(enumerator::discover)
                .isInstanceOf(NewAttemptException.class)
                .hasMessageContaining("lines-de-0");
        assertThat(operator.failures()).hasOnlyElementsOfType(NewAttemptException.class);
        assertThat(offsets(enumerator(options).resume(second))).containsExactly("lines-de-0@9");
    }

    @Test
    void shouldBeginAtTheBeginningWhenAnotherTopicComesBackInPlaceOfTheMissingOne() {
        List<SourceSplit> before = startOfTopicThatGoesMissing();
        cluster.delete("lines-de");
        List<SourceSplit> missing = enumerator(anyLines()).resume(before);
        cluster.create("lines-de", 1);
        cluster.log("lines-de", 0, 2, 9, 9);

        assertThat(offsets(enumerator(anyLines()).resume(missing))).containsExactly("lines-de-0@2");
    }

    @Test
    void shouldGiveUpPositionOfPartitionThatIsMissingForAWeek() {
        List<SourceSplit> before = startOfTopicThatGoesMissing();
        cluster.delete("lines-de");
        List<SourceSplit> missing = enumerator(anyLines()).resume(before);
        cluster.time().advance(RestoredSplits.MISSING_KEPT.minusHours(1));
        assertThat(enumerator(anyLines()).resume(missing)).isEqualTo(missing);

        cluster.time().advance(Duration.ofHours(1));
        assertThat(enumerator(anyLines()).resume(missing)).isEmpty();
    }

    private static UnaryOperator<KafkaSourceBuilder> anyLines() {
        return source -> source.topicsMatching(Pattern.compile("lines-.*")).onLostRecords(LossPolicy.CONTINUE);
    }

    private List<SourceSplit> startOfTopicThatGoesMissing() {
        cluster.create("lines-de", 1);
        cluster.log("lines-de", 0, 5, 9, 9);
        return enumerator(anyLines()).start();
    }

    @Test
    void shouldStartWithoutNamedTopicThatWasDeletedWhenItMay() {
        // given
        cluster.create("words", 1);
        UnaryOperator<KafkaSourceBuilder> options =
                source -> source.topics("lines", "words").onLostRecords(LossPolicy.CONTINUE);
        List<SourceSplit> before = enumerator(options).start();
        cluster.delete("words");

        // when
        SplitEnumerator enumerator = enumerator(options);
        enumerator.check();
        List<SourceSplit> first = enumerator.resume(before);
        enumerator.discover();

        // then: also once its positions are gone from the checkpoint
        assertThat(offsets(first)).containsExactly("lines-0@3", "lines-1@0", "words-0@0 missing");
        assertThat(counted(MetricNames.SOURCE_LOSSES)).isEqualTo(1);
        List<SourceSplit> present = first.subList(0, 2);
        assertThat(offsets(enumerator(options).resume(present))).containsExactly("lines-0@3", "lines-1@0");
        assertThatThrownBy(() -> enumerator(options).start()).isInstanceOf(StartRefusedException.class);
    }

    @Test
    void shouldCallDeletedTopicDamageOnlyWhereItWasRead() {
        // given
        SplitEnumerator enumerator = enumerator(source -> source);
        List<SourceSplit> before = enumerator.start();

        // when
        cluster.delete("lines");

        // then
        enumerator.check();
        assertThatThrownBy(() -> enumerator.resume(before))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("topic 'lines' does not exist any more");
        assertThatThrownBy(enumerator::start)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[lines]");
        assertThatThrownBy(() -> enumerator.resume(List.of())).isInstanceOf(StartRefusedException.class);
    }

    /** R06 */
    @Test
    void shouldGoOnBehindWhatRetentionRemovedWhenItMay() {
        // given
        List<SourceSplit> before = enumerator(source -> source).start();
        cluster.log("lines", 0, 9, 12, 12);

        // when
        SplitEnumerator enumerator = enumerator(source -> source.onLostRecords(LossPolicy.CONTINUE));
        List<SourceSplit> after = enumerator.resume(before);
        enumerator.discover();

        // then
        assertThat(offsets(after)).containsExactly("lines-0@9", "lines-1@0");
        assertThat(counted(MetricNames.SOURCE_LOST_RECORDS)).isEqualTo(6);
        assertThatThrownBy(() -> enumerator(source -> source).resume(before)).isInstanceOf(DamagedException.class);
    }

    @Test
    void shouldTakeOtherPartitionsWhenOneHasNoLeader() {
        // given
        SplitEnumerator enumerator = enumerator(source -> source);
        enumerator.start();
        cluster.grow("lines", 4);
        cluster.leads("lines", 2, false);

        // when
        SplitNews news = enumerator.discover();

        // then
        assertThat(offsets(news.added())).containsExactly("lines-3@0");
        assertThat(news.blocked()).containsExactly("lines-0");
        cluster.leads("lines", 2, true);
        assertThat(offsets(enumerator.discover().added())).containsExactly("lines-2@0");
    }

    @Test
    void shouldGoOnWatchingTransactionsWhenPartitionsHaveNoLeader() {
        // given: one of two partitions is blocked
        cluster.log("lines", 1, 0, 5, 8);
        SplitEnumerator enumerator = enumerator(source -> source);
        enumerator.start();
        enumerator.discover();
        enumerator.discover();
        assertThat(operator.conditions()).hasSize(2);

        // when
        cluster.leads("lines", 1, false);
        cluster.log("lines", 0, 3, 12, 12);

        // then: of the one that cannot be asked holds what was found before
        assertThat(enumerator.discover().blocked()).containsExactly("lines-1");
        assertThat(operator.conditions()).hasSize(1);
        cluster.leads("lines", 1, true);
        cluster.log("lines", 1, 0, 8, 8);
        assertThat(enumerator.discover().blocked()).isEmpty();
        assertThat(operator.conditions()).isEmpty();
    }

    @Test
    void shouldLeaveOutMatchingTopicThatMayNotBeReadUntilItMay() {
        // given
        UnaryOperator<KafkaSourceBuilder> matching = source -> source.topicsMatching(Pattern.compile("lines.*"));
        SplitEnumerator enumerator = enumerator(matching);
        enumerator.check();
        List<SourceSplit> before = enumerator.start();
        cluster.create("lines-de", 1);
        cluster.mayRead("lines-de", false);

        // when
        assertThat(enumerator.discover().added()).isEmpty();

        // then: also by a start
        assertThat(operator.conditions().values())
                .singleElement()
                .asString()
                .contains("[lines-de]")
                .contains("--operation Read --topic lines-de");
        SplitEnumerator next = enumerator(matching);
        next.check();
        assertThat(offsets(next.start())).containsExactly("lines-0@3", "lines-1@0");
        assertThat(offsets(next.resume(before))).containsExactly("lines-0@3", "lines-1@0");

        // and when it may
        cluster.mayRead("lines-de", true);
        assertThat(offsets(next.discover().added())).containsExactly("lines-de-0@0");
        assertThat(operator.conditions()).isEmpty();
    }

    @Test
    void shouldRefuseTopicThatMayNotBeReadWhereItCannotBeLeftOut() {
        // given
        UnaryOperator<KafkaSourceBuilder> matching = source -> source.topicsMatching(Pattern.compile("lines.*"));
        List<SourceSplit> before = enumerator(matching).start();

        // when
        cluster.mayRead("lines", false);

        // then: it is named, it was read before, or it could not be taken later
        assertThatThrownBy(() -> enumerator(source -> source).check())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("may not read topic 'lines'");
        assertThatThrownBy(() -> enumerator(matching).resume(before)).isInstanceOf(StartRefusedException.class);
        assertThatThrownBy(() -> starts(source -> matching.apply(source).untilEnd()))
                .isInstanceOf(StartRefusedException.class);
    }

    @Test
    void shouldReportPartitionThatStandsBehindOpenTransaction() {
        // given: records that cannot be read yet, as there often are
        SplitEnumerator enumerator = enumerator(source -> source);
        enumerator.start();
        assertThat(enumerator.discover().blocked()).containsExactly("lines-0");
        assertThat(operator.conditions()).isEmpty();
        cluster.time().advance(Duration.ofSeconds(30));
        cluster.log("lines", 0, 3, 11, 12);
        assertThat(enumerator.discover().blocked()).containsExactly("lines-0");
        assertThat(operator.conditions()).isEmpty();

        // when: it does not move any more
        cluster.time().advance(Duration.ofSeconds(30));
        cluster.log("lines", 0, 3, 11, 14);
        enumerator.discover();

        // then
        assertThat(operator.conditions().values())
                .singleElement()
                .asString()
                .contains("Partition lines-0 is blocked by an open transaction since 1970-01-01T00:00:30")
                .contains("3 offsets from 11 on");
        assertThat(gauge(MetricNames.SOURCE_BLOCKED_SPLITS)).isEqualTo(1);
        assertThat(gauge(MetricNames.SOURCE_LONGEST_BLOCKED)).isEqualTo(30);

        // when: it ends
        cluster.log("lines", 0, 3, 14, 14);

        // then
        assertThat(enumerator.discover().blocked()).isEmpty();
        assertThat(operator.conditions()).isEmpty();
        assertThat(gauge(MetricNames.SOURCE_BLOCKED_SPLITS)).isZero();
        assertThat(gauge(MetricNames.SOURCE_LONGEST_BLOCKED)).isZero();
    }

    private double gauge(String name) {
        return operator.registry().get(name).gauge().value();
    }

    @Test
    void shouldNotCallPartitionBlockedBehindItsEnd() {
        SplitEnumerator enumerator = enumerator(source -> source.untilOffsets(Map.of(lines(0), 10L, lines(1), 0L)));
        enumerator.start();
        assertThat(enumerator.discover().blocked()).isEmpty();
    }
}
