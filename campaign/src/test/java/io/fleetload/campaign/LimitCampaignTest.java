// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.process.TargetException;
import io.fleetload.results.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class LimitCampaignTest {
  private static final Limit.Search ASKED =
      new Limit.Search(
          100, 1_000, "100/s", "5%", 1, 30, 50, Map.of("telemetry", 20.0, "event", 30.0));

  private final List<Limit> soFar = new ArrayList<>();
  private final List<Probe> probes = new ArrayList<>();
  private Limit ended;
  private int looks;
  private Boolean recovers = true;
  private int stopAfter = Integer.MAX_VALUE;
  private int warmed;
  private boolean getsFaster;

  private static void assertOfItsSchema(Limit limit) {
    assertThat(ResultSchema.problems(new ObjectMapper().valueToTree(limit), ResultSchema.ofLimit()))
        .isEmpty();
  }

  /** A target that says at each rate what it is told to; null where it is gone. */
  private ExitCode search(DoubleFunction<ExitCode> target) throws Exception {
    LimitCampaign.Probing probing =
        new LimitCampaign.Probing() {
          @Override
          public void warm() {
            warmed++;
          }

          @Override
          public Probe probe(double together, Boolean recovered) throws TargetException {
            ExitCode code = target.apply(together);
            if (code == null) {
              throw new TargetException("the target is gone");
            }
            return new Probe(
                "probe-%02d".formatted(probes.size() + 1),
                "1",
                together,
                together,
                5.0,
                10.0,
                code.status(),
                code == ExitCode.THRESHOLDS_CROSSED ? List.of("ledger.lost == 0") : List.of(),
                recovered,
                (code == ExitCode.THRESHOLDS_CROSSED && getsFaster) ? true : null,
                Map.of());
          }

          @Override
          public Boolean recovered() {
            looks++;
            return recovers;
          }

          @Override
          public boolean isStopped() {
            return probes.size() >= stopAfter;
          }
        };
    LimitCampaign.Course course =
        new LimitCampaign.Course() {
          @Override
          public void probed(Probe last, Limit known) {
            probes.add(last);
            soFar.add(known);
            assertOfItsSchema(known);
          }

          @Override
          public void ended(Limit limit) {
            ended = limit;
            assertOfItsSchema(limit);
          }
        };
    LimitSearch limit = new LimitSearch(100, 1_000, rate -> 100, rate -> rate * 0.05, 1);
    return new LimitCampaign("quick", ASKED, List.of("ledger.lost == 0"), limit, probing, course)
        .run();
  }

  private static DoubleFunction<ExitCode> upTo(double limit) {
    return rate -> rate <= limit ? ExitCode.PASSED : ExitCode.THRESHOLDS_CROSSED;
  }

  private static DoubleFunction<ExitCode> upTo(double limit, double from, ExitCode then) {
    return rate -> rate >= from ? then : upTo(limit).apply(rate);
  }

  @Test
  void theAnswerNamesTheRateTheFactorAndTheFlows() throws Exception {
    assertThat(search(upTo(390))).isEqualTo(ExitCode.PASSED);
    assertThat(ended.complete()).isTrue();
    assertThat(ended.held()).isEqualTo(387.5);
    assertThat(ended.crossed()).isEqualTo(400);
    assertThat(ended.factor()).isEqualTo(7.75);
    assertThat(ended.flows()).containsEntry("telemetry", 155.0).containsEntry("event", 232.5);
    assertThat(ended.verdict().reasons()).hasSize(1);
    assertThat(ended.verdict().reasons().get(0))
        .startsWith("the thresholds hold up to 387.5/s and not at 400/s; that is 7.75 times")
        .contains("telemetry 155/s", "event 232.5/s");
    assertThat(ended.noise()).isNull();
  }

  @Test
  void afterEachProbeWhatIsKnownIsTold() throws Exception {
    search(upTo(390));
    assertThat(soFar).hasSameSizeAs(probes).allMatch(each -> !each.complete());
    assertThat(soFar.get(3).verdict().reasons())
        .containsExactly(
            "the search has not come to its end",
            "the thresholds held up to 300/s and not at 400/s");
    assertThat(soFar.get(3).verdict().exitCode()).isEqualTo(130);
  }

  @Test
  void aProbeThatCrossedIsFollowedByALook() throws Exception {
    search(upTo(390));
    long crossed = probes.stream().limit(probes.size() - 1).filter(each -> !each.held()).count();
    assertThat(looks).isEqualTo((int) crossed).isPositive();
    assertThat(probes.get(3).recovered()).isNull();
    assertThat(probes.get(4).recovered()).isTrue();
    assertThat(warmed).isEqualTo(1);
  }

  @Test
  void aProbeOfATargetThatHadNotRecoveredIsTold() throws Exception {
    recovers = false;
    search(upTo(390));
    assertThat(ended.verdict().reasons())
        .contains("the target had not recovered when the probe probe-06 at 500/s began");
  }

  @Test
  void theTopIsALowerBound() throws Exception {
    assertThat(search(upTo(5_000))).isEqualTo(ExitCode.PASSED);
    assertThat(ended.crossed()).isNull();
    assertThat(ended.verdict().reasons().get(0))
        .startsWith(
            "the thresholds hold up to 1,000/s, the highest rate that was asked for, so the limit"
                + " is at least that; that is 20 times the profile's rates: ");
  }

  @Test
  void aLowestRateThatDoesNotHoldIsTheAnswerAndExitCode1() throws Exception {
    assertThat(search(upTo(50))).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(ended.held()).isNull();
    assertThat(ended.verdict().reasons())
        .containsExactly(
            "not even the lowest rate holds: at 100/s \"ledger.lost == 0\" was crossed");
  }

  @Test
  void aLimitOfTheGeneratorIsNeverOneOfTheTarget() throws Exception {
    assertThat(search(upTo(5_000, 450, ExitCode.GENERATOR_LIMITED)))
        .isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(ended.complete()).isFalse();
    assertThat(ended.held()).isEqualTo(400);
    assertThat(ended.crossed()).isNull();
    assertThat(ended.verdict().reasons())
        .containsExactly(
            "the generator, not the target, is the limit at 500/s, as 3 probes say; see probe-07",
            "the thresholds held up to 400/s");
  }

  @Test
  void aGeneratorThatIsTheLimitAboveTheAnswerDoesNotEndTheSearch() throws Exception {
    assertThat(search(upTo(390, 500, ExitCode.GENERATOR_LIMITED))).isEqualTo(ExitCode.PASSED);
    assertThat(ended.held()).isEqualTo(387.5);
    assertThat(ended.verdict().reasons())
        .contains(
            "the probe probe-06 at 500/s is no verdict on the target (generator-limited); the"
                + " answer is below it");
  }

  @Test
  void aGeneratorThatIsTheLimitOnTheWayDownEndsIt() throws Exception {
    assertThat(search(rate -> rate == 350 ? ExitCode.GENERATOR_LIMITED : upTo(390).apply(rate)))
        .isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(ended.verdict().reasons())
        .containsExactly(
            "the generator, not the target, is the limit at 350/s, as 3 probes say; see probe-09",
            "the thresholds held up to 300/s and not at 400/s");
  }

  @Test
  void aGeneratorThatWasTheLimitOnceIsTriedAgain() throws Exception {
    int[] asked = {0};
    assertThat(
            search(
                rate ->
                    (asked[0]++ == 0
                            || (rate == 350 && probes.get(probes.size() - 1).asked() != 350))
                        ? ExitCode.GENERATOR_LIMITED
                        : upTo(390).apply(rate)))
        .isEqualTo(ExitCode.PASSED);
    assertThat(ended.held()).isEqualTo(387.5);
    assertThat(ended.crossed()).isEqualTo(400);
    assertThat(ended.verdict().reasons()).hasSize(1);
    assertThat(probes.stream().filter(each -> each.asked() == 100)).hasSize(2);
  }

  @Test
  void aHostThatIsAlwaysTooBusyEndsTheSearchAfterThreeProbes() throws Exception {
    assertThat(search(rate -> ExitCode.GENERATOR_LIMITED)).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(probes).hasSize(3);
    assertThat(ended.verdict().reasons())
        .containsExactly(
            "the generator, not the target, is the limit at 100/s, as 3 probes say; see probe-03",
            "no rate was seen to hold");
  }

  /** Its response time falls from 2,198 ms to 82 ms with every probe; thresholds want 500 ms. */
  private DoubleFunction<ExitCode> coldUntilProbe(int warm, double limit) {
    return rate -> {
      double millis = 82 + 2_116 * Math.max(0, 1 - probes.size() / (double) warm);
      getsFaster = millis > 100;
      return millis > 500 ? ExitCode.THRESHOLDS_CROSSED : upTo(limit).apply(rate);
    };
  }

  @Test
  void aTargetThatGetsFasterWhileItIsProbedIsSearchedToItsTrueLimit() throws Exception {
    assertThat(search(coldUntilProbe(4, 390))).isEqualTo(ExitCode.PASSED);
    assertThat(ended.held()).isEqualTo(387.5);
    assertThat(ended.crossed()).isEqualTo(400);
    assertThat(ended.noise()).isNull();
    assertThat(ended.verdict().reasons())
        .contains("the target was still getting faster in the probe probe-01 at 100/s");
  }

  @Test
  void aTargetThatAlwaysGetsFasterIsBelievedInTheEnd() throws Exception {
    getsFaster = true;
    assertThat(search(upTo(50))).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(probes).hasSize(5 + 2);
    assertThat(ended.verdict().reasons().get(0)).startsWith("not even the lowest rate holds");
  }

  @Test
  void aLedgerThatDoesNotBalanceEndsTheSearch() throws Exception {
    assertThat(search(upTo(390, 500, ExitCode.LEDGER_UNBALANCED)))
        .isEqualTo(ExitCode.LEDGER_UNBALANCED);
    assertThat(ended.verdict().reasons().get(0))
        .isEqualTo(
            "the ledger of the probe at 500/s does not balance, so it says nothing; see probe-06");
  }

  @Test
  void aBackendThatIsAlwaysBehindEndsTheSearch() throws Exception {
    assertThat(search(upTo(390, 500, ExitCode.BACKEND_BEHIND))).isEqualTo(ExitCode.BACKEND_BEHIND);
    assertThat(ended.verdict().reasons().get(0))
        .isEqualTo("the probe at 500/s is no verdict on the target (backend-behind); see probe-08");
  }

  @Test
  void aTargetThatIsGoneLeavesWhatWasFound() {
    assertThatThrownBy(() -> search(upTo(5_000, 300, null)))
        .isInstanceOf(TargetException.class)
        .hasMessage("the target is gone");
    assertThat(ended.verdict().exitCode()).isEqualTo(3);
    assertThat(ended.verdict().reasons())
        .containsExactly("the target is gone", "the thresholds held up to 200/s");
    assertThat(ended.probes()).hasSize(2);
  }

  @Test
  void toolsThatEndedWithTheSearchAreNoMissingTarget() throws Exception {
    assertThat(
            search(
                rate -> {
                  stopAfter = rate < 300 ? 9 : 0;
                  return rate < 300 ? ExitCode.PASSED : null;
                }))
        .isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ended.verdict().reasons())
        .containsExactly("the search was interrupted", "the thresholds held up to 200/s");
  }

  @Test
  void anInterruptedSearchLeavesWhatWasFound() throws Exception {
    assertThat(search(upTo(5_000, 300, ExitCode.INTERRUPTED))).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ended.verdict().reasons())
        .containsExactly("the search was interrupted at 300/s", "the thresholds held up to 200/s");
    stopAfter = 4;
    assertThat(search(upTo(5_000))).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ended.complete()).isFalse();
  }

  @Test
  void probesThatDoNotAgreeAreTold() throws Exception {
    int[] asked = {0};
    search(
        rate ->
            (rate == 300 && asked[0]++ == 0) ? ExitCode.THRESHOLDS_CROSSED : upTo(390).apply(rate));
    assertThat(ended.held()).isEqualTo(387.5);
    assertThat(ended.noise()).isEqualTo(new Limit.Noise(300, 387.5));
    assertThat(ended.verdict().reasons())
        .contains(
            "noise: a probe at 387.5/s held although one at 300/s did not, so the limit is no"
                + " sharper than that");
  }
}
