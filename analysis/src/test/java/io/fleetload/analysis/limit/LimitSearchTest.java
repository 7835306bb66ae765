// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;

class LimitSearchTest {
  private final List<Double> probed = new ArrayList<>();

  private static LimitSearch search(double from, double to, double step, int repeats) {
    return new LimitSearch(from, to, rate -> step, rate -> rate * 0.05, repeats);
  }

  private LimitSearch.Bracket ended(LimitSearch search, DoublePredicate holds) {
    for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
      double rate = next.getAsDouble();
      probed.add(rate);
      assertThat(probed).as("it ends").hasSizeLessThan(10_000);
      search.saw(new LoadEvidence(rate, holds.test(rate), !search.scouts(), null, null));
    }
    return search.bracket();
  }

  /** Answers a rate's probes one after the other; the last answer stands for all later ones. */
  private static DoublePredicate script(DoublePredicate otherwise, double at, boolean... answers) {
    int[] asked = {0};
    return rate ->
        (rate != at || asked[0] == answers.length) ? otherwise.test(rate) : answers[asked[0]++];
  }

  @Test
  void withoutTimesItClimbsHalvesProbesBothEndsAgainAndLooksAboveThem() {
    LimitSearch.Bracket found = ended(search(100, 1_000, 100, 1), rate -> rate <= 390);
    assertThat(probed)
        .containsExactly(
            100.0, 200.0, 300.0, 400.0, 350.0, 375.0, 387.5, 400.0, 400.0, 500.0, 387.5);
    assertThat(found).isEqualTo(new LimitSearch.Bracket(387.5, 400.0, null, null));
  }

  @Test
  void theAnswerIsWithinTheResolutionWhateverTheLimit() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      probed.clear();
      double from = 1 + random.nextInt(500);
      double to = from * (1.5 + random.nextInt(40));
      double growth = 0.05 + 2 * random.nextDouble();
      double share = 0.001 + 0.3 * random.nextDouble();
      double limit = from + (to - from) * random.nextDouble();
      int repeats = random.nextInt(4);
      LimitSearch search =
          new LimitSearch(from, to, rate -> rate * growth, rate -> rate * share, repeats);
      LimitSearch.Bracket found = ended(search, rate -> rate <= limit);
      assertThat(found.held()).isLessThanOrEqualTo(limit);
      assertThat(found.crossed()).isGreaterThan(limit);
      assertThat(found.crossed() - found.held()).isLessThanOrEqualTo(share * found.held() + 1e-9);
      assertThat(found.noisyFrom()).isNull();
      assertThat(probed).allSatisfy(rate -> assertThat(rate).isBetween(from, to));
      for (double bound : List.of(found.held(), found.crossed())) {
        assertThat(probed.stream().filter(rate -> rate == bound).count())
            .isBetween(1L, 3L + repeats);
      }
    }
  }

  @Test
  void withNoiseItEndsAndItsBoundsHaveTheMajorityOfTheirProbes() {
    Random random = new Random(11);
    for (int i = 0; i < 2_000; i++) {
      probed.clear();
      int repeats = random.nextInt(4);
      double width = 5 + random.nextInt(200);
      List<Double> held = new ArrayList<>();
      List<Double> crossed = new ArrayList<>();
      List<Double> scoutsHeld = new ArrayList<>();
      List<Double> scoutsCrossed = new ArrayList<>();
      LimitSearch search = search(100, 1_200, 100, repeats);
      DoublePredicate holds =
          rate -> {
            boolean answer = rate + width * random.nextGaussian() <= 600;
            if (search.scouts()) {
              (answer ? scoutsHeld : scoutsCrossed).add(rate);
            } else {
              (answer ? held : crossed).add(rate);
            }
            return answer;
          };
      LimitSearch.Bracket found = ended(search, holds);
      if (found.held() != null) {
        assertThat(count(held, found.held())).isGreaterThan(count(crossed, found.held()));
        assertThat(count(held, found.held())).isPositive();
      }
      if (found.crossed() != null) {
        assertThat(count(held, found.crossed())).isLessThan(count(crossed, found.crossed()));
      }
      if (found.held() != null && found.crossed() != null) {
        assertThat(found.crossed() - found.held()).isBetween(1e-9, found.held() * 0.05);
      }
      held.addAll(scoutsHeld);
      crossed.addAll(scoutsCrossed);
      boolean noisy = held.stream().anyMatch(high -> crossed.stream().anyMatch(low -> low <= high));
      assertThat(found.noisyFrom() != null).isEqualTo(noisy);
    }
  }

  private static long count(List<Double> rates, double rate) {
    return rates.stream().filter(each -> each == rate).count();
  }

  @Test
  void aTopThatHoldsIsALowerBound() {
    LimitSearch.Bracket found = ended(search(100, 250, 100, 0), rate -> true);
    assertThat(probed).containsExactly(100.0, 200.0, 250.0, 250.0);
    assertThat(found).isEqualTo(new LimitSearch.Bracket(250.0, null, null, null));
  }

  @Test
  void aTopThatHoldsOnlyOnceIsNone() {
    LimitSearch.Bracket found =
        ended(search(100, 200, 100, 1), script(rate -> rate <= 190, 200, true));
    assertThat(found.crossed()).isEqualTo(193.75);
    assertThat(found.held()).isEqualTo(187.5);
    assertThat(found.noisyFrom()).isEqualTo(193.75);
    assertThat(found.noisyTo()).isEqualTo(200);
  }

  @Test
  void aLowestRateThatDoesNotHoldIsProbedAgainAndEndsIt() {
    LimitSearch.Bracket found = ended(search(100, 1_000, 100, 2), rate -> false);
    assertThat(probed).containsExactly(100.0, 100.0, 100.0, 100.0);
    assertThat(found).isEqualTo(new LimitSearch.Bracket(null, 100.0, null, null));
  }

  @Test
  void noConclusionIsDrawnFromOneProbe() {
    LimitSearch.Bracket found = ended(search(100, 1_000, 100, 0), rate -> false);
    assertThat(probed).containsExactly(100.0, 100.0);
    assertThat(found.held()).isNull();
    probed.clear();
    found = ended(search(100, 300, 100, 0), script(rate -> rate <= 300, 100, false));
    assertThat(probed).containsExactly(100.0, 100.0, 200.0, 300.0, 300.0);
    assertThat(found.held()).isEqualTo(300);
  }

  @Test
  void oneFailureByAccidentDoesNotEndTheClimb() {
    LimitSearch.Bracket found =
        ended(search(100, 1_000, 100, 1), script(rate -> rate <= 790, 300, false));
    assertThat(probed).startsWith(100.0, 200.0, 300.0, 250.0).contains(400.0, 500.0);
    assertThat(found.held()).isBetween(790 / 1.05, 790.0);
    assertThat(found.noisyFrom()).isEqualTo(300);
    assertThat(found.noisyTo()).isEqualTo(found.held());
  }

  @Test
  void aRateThatHoldsAboveOneThatDoesNotIsTold() {
    LimitSearch.Bracket found =
        ended(search(100, 1_000, 100, 1), rate -> rate <= 700 && (rate < 280 || rate > 320));
    assertThat(found.crossed()).isBetween(280.0, 320.0);
    assertThat(found.held()).isBetween(280 / 1.05, 280.0);
    assertThat(found.noisyFrom()).isLessThanOrEqualTo(300);
    assertThat(found.noisyTo()).isGreaterThan(found.crossed());
  }

  @Test
  void theLookOneStepFurtherCanBeDoneWithout() {
    LimitSearch search = search(100, 1_000, 100, 0);
    search.saw(new LoadEvidence(100, true, true, null, null));
    search.saw(new LoadEvidence(104, true, true, null, null));
    search.saw(new LoadEvidence(108, false, true, null, null));
    assertThat(search.isLook(108)).isFalse();
    search.saw(new LoadEvidence(108, false, true, null, null));
    assertThat(search.next()).hasValue(208);
    assertThat(search.isLook(208)).isTrue();
    search.dropLook();
    assertThat(search.next()).isEmpty();
    assertThat(search.isLook(208)).isFalse();
  }

  @Test
  void aLoadOfAHurriedClimbThatTheGeneratorCannotMakeIsComeUpToInSteps() {
    LimitSearch search = search(100, 10_000, 50, 0);
    search.saw(new LoadEvidence(100, true, true, 0.1, 1.0));
    assertThat(search.next()).hasValue(200);
    assertThat(search.tooHigh(200)).isTrue();
    assertThat(search.next()).hasValue(150);
    assertThat(search.tooHigh(150)).isFalse();
    search.saw(new LoadEvidence(150, true, true, 0.1, 1.0));
    assertThat(search.next()).hasValue(200);
    assertThat(search.tooHigh(200)).isFalse();
  }

  @Test
  void farFromItsBoundsItClimbsToTwiceTheLoadAndNearThemByTheStep() {
    LimitSearch search = search(100, 10_000, 50, 0);
    search.saw(new LoadEvidence(100, true, true, 0.1, 1.0));
    assertThat(search.next()).hasValue(200);
    search.saw(new LoadEvidence(200, true, true, 0.6, 1.0));
    assertThat(search.next()).hasValue(250);
  }

  @Test
  void whereTheTargetCouldNotKeepUpItProbesNextBelowWhatItDid() {
    LimitSearch search = search(100, 10_000, 50, 0);
    search.saw(new LoadEvidence(100, true, true, 0.02, 1.0));
    search.saw(new LoadEvidence(200, true, true, 0.021, 1.0));
    search.saw(new LoadEvidence(400, false, true, 9.0, 0.75));
    assertThat(search.next().orElseThrow()).isBetween(280.0, 300.0);
  }

  @Test
  void anEndThatHeldLongAgoIsProbedAgain() {
    LimitSearch search = search(100, 10_000, 100, 0);
    search.saw(new LoadEvidence(100, true, true, 0.6, null));
    for (int i = 0; i < 4; i++) {
      search.saw(new LoadEvidence(104, false, true, 3.0, null));
    }
    assertThat(search.next()).hasValue(100);
  }

  @Test
  void betweenWholeNumbersThereAreOnlyWholeNumbers() {
    Random random = new Random(11);
    for (int i = 0; i < 500; i++) {
      probed.clear();
      int from = 1 + random.nextInt(50);
      int to = from + 1 + random.nextInt(5_000);
      int limit = from + random.nextInt(to - from);
      LimitSearch search =
          new LimitSearch(
                  from,
                  to,
                  each -> Math.max(1, Math.rint(each / 2)),
                  each -> Math.max(1, each * 0.01),
                  0)
              .overWholeNumbers();
      LimitSearch.Bracket found = ended(search, each -> each <= limit);
      assertThat(probed).allMatch(each -> each == Math.rint(each));
      assertThat(found.held()).isLessThanOrEqualTo(limit);
      assertThat(found.crossed() - found.held())
          .isLessThanOrEqualTo(Math.max(1, found.held() / 100));
    }
  }
}
