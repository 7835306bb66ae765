// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import static io.fleetload.results.Books.at;
import static io.fleetload.results.Books.numbers;
import static io.fleetload.results.Books.receivedAt;
import static io.fleetload.results.Books.sender;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.verdict.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lost messages whose receiver has newer news all the same. */
class LossesTest {
  private static final int FROM = 30;
  private static final int TO = 170;
  private static final int ALL = 200;

  private static DeviceBook.DeviceFlow sentBy(RoundRobin turns, MessageSet ok) {
    DeviceBook.DeviceFlow flow = sender();
    return new DeviceBook.DeviceFlow(
        flow.terms(),
        new FlowNumbers(FROM, TO, turns),
        flow.totals(),
        numbers(0, ALL),
        ok,
        new MessageSet(),
        flow.perSecond(),
        null,
        null);
  }

  private static BackendBook.BackendFlow received(MessageSet numbers) {
    return Books.receiver(numbers, 0, 0);
  }

  private static MessageSet numbersOf(IntPredicate some) {
    MessageSet numbers = new MessageSet();
    IntStream.range(0, ALL).filter(some).forEach(numbers::add);
    return numbers;
  }

  private static RoundRobin ofTwoDevices() {
    return new RoundRobin(2, 0, "device-{index}");
  }

  @Test
  void aLostMessageThatItsDeviceFollowedUpLeftNobodyWithOldNews() {
    // The even numbers are of one device, whose last message is 160; the odd ones of another.
    MessageSet arrived =
        numbersOf(n -> n != 50 && n != 51 && n < (n % 2 == 0 ? 161 : 170) && n != 169);
    Ledger ledger = Ledger.join(sentBy(ofTwoDevices(), numbers(0, ALL)), received(arrived));
    assertThat(ledger.messages().lost()).isEqualTo(2 + 4 + 1);
    assertThat(ledger.messages().losses()).isEqualTo(new Losses(2, 4 + 1));
  }

  @Test
  void aStepIsFollowedUpInItsOwnIterationOnly() {
    // Two users in turns with five numbers an iteration: the first has 0 to 4, 10 to 14 and so on.
    RoundRobin users = ofTwoDevices().ofStep(5);
    MessageSet arrived = numbersOf(n -> n != 50 && n != 53 && n != 54 && n / 5 != 13);
    Ledger ledger = Ledger.join(sentBy(users, numbers(0, ALL)), received(arrived));
    assertThat(ledger.messages().lost()).isEqualTo(3 + 5);
    assertThat(ledger.messages().losses()).isEqualTo(new Losses(1, 2 + 5));
  }

  @Test
  void aStepThatAnIterationHasOnceIsNotFollowedUpByTheNextIteration() {
    Ledger ledger =
        Ledger.join(
            sentBy(ofTwoDevices().ofStep(1), numbers(0, ALL)), received(numbersOf(n -> n != 50)));
    assertThat(ledger.messages().losses()).isEqualTo(new Losses(0, 1));
  }

  @Test
  void aMessageOfTheWarmUpIsFollowedByOneOfTheMeasuredPhase() {
    MessageSet arrived = numbersOf(n -> n >= FROM);
    DeviceBook.DeviceFlow device = sentBy(ofTwoDevices(), numbers(0, ALL));
    assertThat(Ledger.ofWarmUp(device, received(arrived)).messages().losses())
        .isEqualTo(new Losses(FROM, 0));
  }

  @Test
  void whatIsNotConfirmedIsNotLostAndStillIsNewerNews() {
    MessageSet arrived = numbersOf(n -> n < 100 || n == 199);
    MessageSet ok = numbersOf(n -> n < 110);
    assertThat(Ledger.join(sentBy(ofTwoDevices(), ok), received(arrived)).messages().losses())
        .isEqualTo(new Losses(5, 5));
  }

  @Test
  void aMessageWithSeveralReceiversIsFollowedWhereEachThatLacksItHasANewerOne() {
    MessageSet whole = numbers(0, ALL);
    Ledger ledger =
        Ledger.join(
            sentBy(ofTwoDevices(), whole),
            receivedAt(
                at(numbersOf(n -> n != 100 && n < 169)), at(numbersOf(n -> n != 100)), at(whole)));
    // 100 lacks at two receivers and was followed at both; 169 lacks at one and was not.
    assertThat(ledger.messages().losses()).isEqualTo(new Losses(1, 1));
    assertThat(ledger.deliveries().losses()).isEqualTo(new Losses(2, 1));
  }

  @Test
  void whereNobodyKnowsWhichDeviceSentWhatItIsAbsent() {
    Ledger ledger = Ledger.join(sentBy(null, numbers(0, ALL)), received(numbers(0, 100)));
    assertThat(ledger.messages().losses()).isNull();
    assertThat(ResultFiles.tree(ledger).has("losses")).isFalse();
    List<Losses> oneUnknown = new ArrayList<>(List.of(new Losses(1, 2)));
    oneUnknown.add(null);
    assertThat(Losses.sum(oneUnknown)).isNull();
    assertThat(Losses.sum(List.of(new Losses(1, 2), new Losses(3, 4)))).isEqualTo(new Losses(4, 6));
  }

  @Test
  void aThresholdMayHoldWhatNothingNewerFollowed() {
    Map<String, DeviceBook.DeviceFlow> devices =
        Map.of("telemetry", sentBy(ofTwoDevices(), numbers(0, ALL)));
    Map<String, BackendBook.BackendFlow> arrived =
        Map.of("telemetry", received(numbersOf(n -> n != 100 && n != 101)));
    Result result =
        Result.join(
            Books.device(devices),
            Books.backend(arrived),
            List.of(Threshold.parse("flows.telemetry.ledger.losses.nothingNewer == 0")));
    assertThat(result.figures().ledger().messages().losses()).isEqualTo(new Losses(2, 0));
    assertThat(result.thresholds())
        .anyMatch(each -> each.figure().endsWith("losses.nothingNewer") && each.held());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void itIsWhatANaiveCountFinds(int receivers) {
    itIsWhatANaiveCountFinds(receivers, false);
    itIsWhatANaiveCountFinds(receivers, true);
  }

  private static void itIsWhatANaiveCountFinds(int receivers, boolean steps) {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int devices = 1 + random.nextInt(40);
      RoundRobin all = new RoundRobin(devices, random.nextInt(devices), "device-{index}");
      RoundRobin turns = steps ? all.ofStep(1 + random.nextInt(8)) : all;
      double losses = random.nextDouble();
      MessageSet ok = numbersOf(n -> random.nextInt(10) > 0);
      List<MessageSet> arrived = new ArrayList<>();
      for (int i = 0; i < receivers; i++) {
        arrived.add(numbersOf(n -> random.nextDouble() >= losses));
      }
      Losses.FlowLosses found = Losses.of(ok.between(FROM, TO), arrived, turns);
      assertThat(found).as("seed " + seed).isEqualTo(naive(ok, arrived, turns));
    }
  }

  private static Losses.FlowLosses naive(
      MessageSet ok, List<MessageSet> arrived, RoundRobin turns) {
    long[] messages = new long[2];
    long[] deliveries = new long[2];
    for (int n = FROM; n < TO; n++) {
      boolean lost = false;
      boolean behind = false;
      for (MessageSet there : arrived) {
        if (ok.contains(n) && !there.contains(n)) {
          boolean followed = false;
          for (int later = n + 1; later < ALL; later++) {
            boolean sameUser = turns.device(later) == turns.device(n);
            boolean sameTurn = later / turns.each() == n / turns.each();
            followed |= (turns.step() ? sameTurn : sameUser) && there.contains(later);
          }
          deliveries[followed ? 0 : 1]++;
          lost = true;
          behind |= !followed;
        }
      }
      if (lost) {
        messages[behind ? 1 : 0]++;
      }
    }
    return new Losses.FlowLosses(
        new Losses(messages[0], messages[1]), new Losses(deliveries[0], deliveries[1]));
  }
}
