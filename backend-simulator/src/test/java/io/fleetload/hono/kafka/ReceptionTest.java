// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fleetload.backend.HandClock;
import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.driver.BackendDriver;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Generator;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReceptionTest {
  private static final Stamp QUERY =
      new Stamp(
          RunId.parse("ab12"),
          "commandQuery",
          Period.MEASURED,
          3,
          42,
          HandClock.EPOCH,
          HandClock.EPOCH + 5);
  private static final String DELIVERY_FAILURE =
      "application/vnd.eclipse-hono-delivery-failure-notification+json";

  private final HandClock clock = new HandClock();
  private final MockedKafka kafka = new MockedKafka(clock, new StopSignal());
  private final BackendWatch watch = new BackendWatch(new Generator(null));
  private final ArrivalLedger ledger = MockedKafka.ledger();
  private BackendDriver.Reception reception;

  @BeforeEach
  void open() throws Exception {
    reception = kafka.open(ledger, watch);
  }

  @Test
  void theCommandHasExactlyTheHeadersOfHonosCommandApi() throws Exception {
    kafka.query(QUERY);
    pollOnce();

    ProducerRecord<byte[], byte[]> command = kafka.producer.history().get(0);
    assertThat(command.topic()).isEqualTo(MockedKafka.COMMAND);
    assertThat(new String(command.key(), StandardCharsets.UTF_8)).isEqualTo("device-3");
    assertThat(headers(command))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "device_id", "device-3",
                "subject", "setBrightness",
                "content-type", "application/json",
                "correlation-id", "ab12-42",
                "response-required", "true"));
  }

  @Test
  void theCommandCarriesTheQuerysStampWithWhenItPassedHere() throws Exception {
    clock.pass(Duration.ofMillis(7));
    kafka.query(QUERY);
    pollOnce();

    long atPoll = HandClock.EPOCH + Duration.ofMillis(8).toNanos();
    assertThat(Stamp.find(kafka.producer.history().get(0).value()))
        .contains(QUERY.with(new Stamp.Legs(0, atPoll, atPoll, 0)));
  }

  @Test
  void onlyTheFirstCopyOfAQueryIsAnswered() throws Exception {
    kafka.query(QUERY);
    kafka.query(QUERY);
    pollOnce();

    assertThat(kafka.producer.history()).hasSize(1);
  }

  @Test
  void anotherRunsQueryIsNotAnswered() throws Exception {
    kafka.query(new Stamp(RunId.parse("ffff"), "commandQuery", Period.MEASURED, 3, 42, 1, 2));
    pollOnce();

    assertThat(kafka.producer.history()).isEmpty();
    assertThat(book().strangers().foreign()).isEqualTo(1);
  }

  @Test
  void aQueryThatLostItsTtdIsAFailureWithACause() throws Exception {
    kafka.arrives(MockedKafka.TELEMETRY, QUERY.text(), Map.of("device_id", "device-3"));
    pollOnce();

    assertThat(kafka.producer.history()).isEmpty();
    assertThat(commands().writeFailed()).isEqualTo(Map.of("ttdMissing", 1L));
  }

  @Test
  void aCommandIsWrittenOnceItIsAcknowledged() throws Exception {
    kafka.query(QUERY);
    pollOnce();
    assertThat(commands().written().size()).isZero();

    kafka.acknowledge();
    pollOnce();
    assertThat(commands().written().contains(42)).isTrue();
  }

  @Test
  void aCommandThatCouldNotBeWrittenIsCountedByCause() throws Exception {
    kafka.query(QUERY);
    pollOnce();
    kafka.producer.errorNext(new RecordTooLargeException("too large"));
    pollOnce();

    assertThat(commands().written().size()).isZero();
    assertThat(commands().writeFailed()).isEqualTo(Map.of("recordTooLarge", 1L));
  }

  @Test
  void aCommandThatIsNotAcknowledgedInTimeMayBeWrittenAndIsNoFailure() throws Exception {
    kafka.query(QUERY);
    pollOnce();
    kafka.producer.errorNext(new TimeoutException("120000 ms has passed since batch creation"));
    pollOnce();

    assertThat(commands().written().size()).isZero();
    assertThat(commands().writeFailed()).isEmpty();
    assertThat(commands().writeUnknown().contains(42)).isTrue();
  }

  @Test
  void aProducerBeyondUseFailsTheCommandAndNotTheReceiver() throws Exception {
    kafka.producer.sendException = new org.apache.kafka.common.KafkaException("no more");
    kafka.query(QUERY);
    pollOnce();

    assertThat(commands().writeFailed()).isEqualTo(Map.of("kafka", 1L));
  }

  @Test
  void aDeliveryFailureIsARefusedCommandAndNoUnstampedMessage() throws Exception {
    refuses("ab12-42");
    refuses("ffff-42");
    refuses("of-another-application");
    pollOnce();

    assertThat(commands().refused().size()).isEqualTo(1);
    assertThat(commands().refused().contains(42)).isTrue();
    assertThat(book().strangers().foreign()).isEqualTo(2);
    assertThat(book().strangers().unstamped()).isZero();
  }

  @Test
  void anAnswerCountsAsSuchAndAPayloadWithoutStampAsUnstamped() throws Exception {
    Stamp answer = new Stamp(RunId.parse("ab12"), "commandResponse", Period.MEASURED, 3, 42, 1, 2);
    kafka.arrives(MockedKafka.COMMAND_RESPONSE, answer.text(), Map.of("status", "200"));
    kafka.arrives(MockedKafka.EVENT, "hello", Map.of());
    pollOnce();

    assertThat(book().flows().get("commandResponse").received().contains(42)).isTrue();
    assertThat(book().strangers().unstamped()).isEqualTo(1);
  }

  @Test
  void atTheEndItReadsWhatIsStillInTheTopics() throws Exception {
    kafka.consumer.updateEndOffsets(
        Map.of(new TopicPartition(MockedKafka.TELEMETRY, 0), MockedKafka.END + 2));
    kafka.then(() -> kafka.telemetry(telemetry(0)));
    for (int i = 0; i < 20; i++) {
      kafka.consumer.scheduleNopPollTask();
    }
    kafka.then(() -> kafka.telemetry(telemetry(1)));

    assertThat(reception.catchUp(() -> {})).isEmpty();
    assertThat(book().flows().get("telemetry").received().size()).isEqualTo(2);
  }

  @Test
  void atTheEndItWaitsForTheOutcomesOfCommands() throws Exception {
    kafka.query(QUERY);
    pollOnce();
    kafka.consumer.updateEndOffsets(
        Map.of(new TopicPartition(MockedKafka.TELEMETRY, 0), MockedKafka.END + 1));

    assertThat(reception.catchUp(() -> {})).isEmpty();
    assertThat(kafka.producer.flushed()).isTrue();
    assertThat(commands().written().contains(42)).isTrue();
  }

  @Test
  void whatNeverComesIsGivenUpAfter15Seconds() throws Exception {
    kafka.consumer.updateEndOffsets(
        Map.of(new TopicPartition(MockedKafka.EVENT, 0), MockedKafka.END + 1));

    assertThat(reception.catchUp(() -> {}))
        .contains(new BackendReading.Behind("Kafka at 127.0.0.1:9092 (target.kafka)", 1L));
    assertThat(clock.nanos()).isBetween(15_000_000_000L, 15_200_000_000L);
  }

  @Test
  void partitionsThatWereAddedLastAreReadBeforeTheEnd() throws Exception {
    SharedPartitionsTest.has(kafka, MockedKafka.TELEMETRY, 2);
    TopicPartition added = new TopicPartition(MockedKafka.TELEMETRY, 1);
    kafka.consumer.updateEndOffsets(Map.of(added, 1L));
    kafka.then(() -> {});
    kafka.then(() -> {});
    kafka.then(() -> kafka.arrives(added, 0, telemetry(0).text()));

    assertThat(reception.catchUp(() -> {})).isEmpty();
    assertThat(book().flows().get("telemetry").received().size()).isEqualTo(1);
    assertThat(reception.remarks())
        .singleElement(STRING)
        .contains(MockedKafka.TELEMETRY, "from 1 to 2 partitions");
  }

  @Test
  void aTopicThatWasMadeAgainLeavesNoLedgerAndIsNoRetention() throws Exception {
    kafka.makeAgain(MockedKafka.EVENT);

    assertThatThrownBy(() -> reception.catchUp(() -> {}))
        .isInstanceOfSatisfying(
            TargetException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TARGET_GONE))
        .hasMessageStartingWith("Kafka at 127.0.0.1:9092 (target.kafka)")
        .hasMessageContaining(MockedKafka.EVENT)
        .message()
        .satisfies(m -> Golden.of("backend").holds("a topic that was made again", m));
  }

  @Test
  void aTopicThatWasMadeAgainIsNamedWhereItsOffsetsAreGoneToo() throws Exception {
    kafka.makeAgain(MockedKafka.EVENT);
    kafka.consumer.setPollException(
        new OffsetOutOfRangeException(Map.of(new TopicPartition(MockedKafka.EVENT, 0), 100L)));

    assertThatThrownBy(this::pollOnce)
        .isInstanceOfSatisfying(
            TargetException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TARGET_GONE))
        .hasMessageContaining(MockedKafka.EVENT);
  }

  @Test
  void recordsThatRetentionDeletedAreSaidToBeSo() throws Exception {
    kafka.consumer.setPollException(
        new OffsetOutOfRangeException(Map.of(new TopicPartition(MockedKafka.EVENT, 0), 100L)));

    assertThatThrownBy(this::pollOnce)
        .isInstanceOfSatisfying(
            TargetException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TARGET_GONE))
        .hasMessageContaining("deleted before they were read")
        .hasMessageNotContaining(MockedKafka.EVENT);
  }

  @Test
  void aTopicThatIsMissingForAMomentIsNotGone() throws Exception {
    List<PartitionInfo> there = kafka.consumer.partitionsFor(MockedKafka.EVENT);
    kafka.then(() -> kafka.consumer.updatePartitions(MockedKafka.EVENT, List.of()));
    for (int i = 0; i < 4; i++) {
      kafka.then(() -> clock.pass(Duration.ofMillis(990)));
    }
    kafka.then(() -> kafka.consumer.updatePartitions(MockedKafka.EVENT, there));

    poll(12);

    kafka.then(() -> kafka.consumer.updatePartitions(MockedKafka.EVENT, List.of()));
    for (int i = 0; i < 12; i++) {
      kafka.then(() -> clock.pass(Duration.ofMillis(990)));
    }
    assertThatThrownBy(() -> poll(14))
        .isInstanceOfSatisfying(
            TargetException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TARGET_GONE))
        .hasMessageContaining(MockedKafka.EVENT);
  }

  @Test
  void aKafkaThatStandsStillOverTheEndIsNoDelayOfTheBackend() throws Exception {
    kafka.telemetry(telemetry(0));
    pollOnce();
    kafka.brokersStandStill();
    kafka.consumer.updateEndOffsets(
        Map.of(new TopicPartition(MockedKafka.TELEMETRY, 0), MockedKafka.END + 2));
    for (int i = 0; i < 500; i++) {
      kafka.consumerIdles();
    }
    kafka.then(kafka::brokersGoOn);
    kafka.then(() -> kafka.telemetry(telemetry(1)));

    assertThat(reception.catchUp(() -> {})).isEmpty();
    assertThat(clock.nanos()).isGreaterThan(5_000_000_000L);
    assertThat(watch.health().said().reasons()).isEmpty();
    assertThat(watch.health().said().delays().loopDelay().times().max()).isLessThan(20);
  }

  @Test
  void aFatalErrorIsOneLineThatNamesTheAddress() {
    kafka.failsForGood("it is over\nat line 2");

    assertThatThrownBy(this::pollOnce)
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("Kafka at 127.0.0.1:9092 (target.kafka) ")
        .hasMessageEndingWith(": it is over");
  }

  private void refuses(String correlationId) {
    kafka.arrives(
        MockedKafka.COMMAND_RESPONSE,
        "{\"error\":\"no consumer available\"}",
        Map.of("content-type", DELIVERY_FAILURE, "status", "503", "correlation-id", correlationId));
  }

  private void pollOnce() throws Exception {
    poll(1);
  }

  private void poll(int times) throws Exception {
    int[] asked = {0};
    reception.receive(() -> asked[0]++ >= times, () -> {});
  }

  private WrittenCommands commands() {
    return book().flows().get("commandQuery").commands();
  }

  private BackendBook book() {
    return ledger.book("test", true, true, 1, null);
  }

  private static Stamp telemetry(int n) {
    return new Stamp(
        RunId.parse("ab12"), "telemetry", Period.MEASURED, 1, n, HandClock.EPOCH, HandClock.EPOCH);
  }

  private static Map<String, String> headers(ProducerRecord<byte[], byte[]> record) {
    Map<String, String> texts = new LinkedHashMap<>();
    record
        .headers()
        .forEach(each -> texts.put(each.key(), new String(each.value(), StandardCharsets.UTF_8)));
    return texts;
  }
}
