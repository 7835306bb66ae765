// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static io.fleetload.results.Books.FROM;
import static io.fleetload.results.Books.TO;
import static io.fleetload.results.Books.allWell;
import static io.fleetload.results.Books.numbers;
import static io.fleetload.results.Books.sender;
import static io.fleetload.results.Books.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.outage.DisturbanceBook.DisturbedFlow;
import io.fleetload.results.outage.DisturbanceNote;
import io.fleetload.results.outage.Disturbances;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.verdict.Threshold;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisturbanceResultTest {
  private static final long PLANNED = 5_000;
  private static final DisturbanceNote DONE =
      DisturbanceNote.notBegun("adapter", "adapter: restart", "embedded", "the run ended before it")
          .begunAt(5_100)
          .doneAt(7_000, null);

  private static DisturbedFlow wrong(MessageSet bad) {
    return new DisturbedFlow(
        numbers(60, TO), 38, Map.of("transport.timeout", 2L), Map.of(), 1, bad, numbers(0, 300));
  }

  private static DisturbedFlow well() {
    return new DisturbedFlow(
        numbers(60, TO), 40, Map.of(), Map.of(), 0, new MessageSet(), numbers(0, 300));
  }

  private static Outage outage(long back) {
    return new Outage(
        3, Books.millis(1_000), Map.of(5L, 3L), Map.of(8L, back), 5_200L, 8_300L, 0, 0);
  }

  private static Result result(DisturbanceNote note, Outage outage, DisturbedFlow flow) {
    return result(note, outage, flow, numbers(0, TO));
  }

  private static Result result(
      DisturbanceNote note, Outage outage, DisturbedFlow flow, MessageSet received) {
    DeviceBook.DeviceFlow sent = sender(allWell(TO - FROM), numbers(0, TO), numbers(0, TO));
    DeviceBook device =
        Books.device(Map.of("telemetry", sent))
            .with(
                List.of(
                    new DisturbanceBook(
                        "adapter", PLANNED, outage, Map.of("telemetry", flow), note)));
    BackendBook backend =
        Books.backend(
            Map.of("telemetry", Books.receiver(received, received.between(FROM, TO).size(), 0)));
    return Result.join(
        device, backend, List.of(Threshold.parse("disturb.adapter.recovered < 10s")));
  }

  private static DisturbanceResult of(Result result) {
    return result.figures().target().disturb().get("adapter");
  }

  @Test
  void theTimesCountFromItsRealBegin() {
    DisturbanceResult result = of(result(DONE, outage(3), wrong(numbers(0, 41))));

    assertThat(result.devicesOut()).isEqualTo(3);
    assertThat(result.back()).isEqualTo(3_200);
    // 41 tenths from 5,000 on, which is 4,000 after 5,100.
    assertThat(result.recovered()).isEqualTo(4_000);
    assertThat(result.messages().failedBy()).containsExactly(Map.entry("transport.timeout", 2L));
    assertThat(result.messages().late()).isEqualTo(1);
    assertThat(result.messages().unsettled()).isZero();
  }

  @Test
  void aSessionThatComesBackLaterThanTheMessagesIsWaitedFor() {
    assertThat(of(result(DONE, outage(3), wrong(numbers(0, 2)))).recovered()).isEqualTo(3_200);
  }

  @Test
  void aCommandThatSaysThatItRestartedAndDidNotShowsThatNoDeviceWasOut() {
    Result result = result(DONE, Outage.none(), well());

    assertThat(of(result).devicesOut()).isZero();
    assertThat(of(result).messages().failed()).isZero();
    assertThat(of(result).back()).isZero();
    assertThat(of(result).recovered()).isZero();
    assertThat(result.verdict().code()).isEqualTo(ExitCode.PASSED);
  }

  @Test
  void oneThatWasNotDoneIsAVerdictOfItsOwn() {
    DisturbanceNote failed = DONE.failedAt(6_000, 1, "no such service");
    Result result = result(failed, Outage.none(), well());

    assertThat(result.verdict().code()).isEqualTo(ExitCode.NOT_DISTURBED);
    assertThat(result.verdict().reasons())
        .containsExactly("disturb.adapter was not done: no such service");
    assertThat(of(result).recovered()).isNull();
  }

  @Test
  void oneThatNothingIsKnownOfIsNotDone() {
    assertThat(result(null, Outage.none(), well()).verdict().code())
        .isEqualTo(ExitCode.NOT_DISTURBED);
  }

  @Test
  void aTargetThatDoesNotComeBackHasNotRecovered() {
    Result result = result(DONE, outage(2), wrong(numbers(0, 300)));

    assertThat(of(result).back()).isNull();
    assertThat(of(result).recovered()).isNull();
    assertThat(of(result).notBack()).isEqualTo(1);
    assertThat(result.verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
  }

  @Test
  void whatWasConfirmedAndNeverCameIsLostInIt() {
    MessageSet received = without(without(numbers(0, TO), 30), 70);

    assertThat(of(result(DONE, Outage.none(), well(), received)).messages().lost()).isEqualTo(1);
  }

  @Test
  void fiveSecondsThatGoWellAreARecovery() {
    MessageSet bad = numbers(0, 20).or(numbers(60, 62));
    assertThat(wrong(bad).recoveredTenths()).hasValue(62);

    MessageSet later = numbers(0, 20).or(numbers(80, 82));
    assertThat(wrong(later).recoveredTenths()).hasValue(20);

    assertThat(wrong(numbers(0, 260)).recoveredTenths()).isEmpty();
  }

  @Test
  void theNotesOfTheRunBelongToTheBooksByName() {
    DisturbanceBook book =
        new DisturbanceBook("adapter", PLANNED, Outage.none(), Map.of("telemetry", well()), null);

    assertThat(new Disturbances(List.of(DONE)).in(List.of(book)))
        .extracting(DisturbanceBook::note)
        .containsExactly(DONE);
  }

  @Test
  void shardsAddUp() {
    DisturbanceBook one =
        new DisturbanceBook(
            "adapter", PLANNED, outage(3), Map.of("telemetry", wrong(numbers(0, 3))), null);
    DisturbanceBook sum = DisturbanceBook.sum(List.of(one), List.of(one)).get(0);

    assertThat(sum.outage().sessions()).isEqualTo(6);
    assertThat(sum.flows().get("telemetry").failed()).containsEntry("transport.timeout", 4L);
    assertThat(sum.flows().get("telemetry").late()).isEqualTo(2);
  }
}
