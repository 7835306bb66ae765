// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.limit.ProbeRun;
import io.fleetload.analysis.limit.ProbeTimes;
import io.fleetload.campaign.ResultSchema;
import io.fleetload.process.TargetException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class LimitSearchRunTest {
  private static final Golden WORDS = Golden.of("find-limit");
  private static final Limit.Search ASKED =
      new Limit.Search(
          null,
          100,
          1_000,
          "100/s",
          "5%",
          1,
          30,
          50,
          // In one order in every run.
          new TreeMap<>(Map.of("telemetry", 20.0, "event", 30.0)),
          null);

  private final List<Limit> soFar = new ArrayList<>();
  private final List<Probe> probes = new ArrayList<>();
  private Limit ended;
  private int looks;
  private Boolean recovers = true;
  private int stopAfter = Integer.MAX_VALUE;
  private int warmed;
  private boolean getsFaster;

  /** Asserts that the reasons of the answer have these values, and their words. */
  private void says(String... values) {
    WORDS.says(reasons(ended), values);
  }

  private static String reasons(Limit limit) {
    return String.join("\n", limit.verdict().reasons());
  }

  private static void assertOfItsSchema(Limit limit) {
    assertThat(ResultSchema.problems(new ObjectMapper().valueToTree(limit), ResultSchema.ofLimit()))
        .isEmpty();
  }

  /** A target that says at each rate what it is told to; null where it is gone. */
  private ExitCode search(DoubleFunction<ExitCode> target) throws Exception {
    LimitSearchRun.ProbeMaker probing =
        new LimitSearchRun.ProbeMaker() {
          @Override
          public void warm() {
            warmed++;
          }

          @Override
          public Probe probe(double together, Boolean recovered, boolean scout)
              throws TargetException {
            ExitCode code = target.apply(together);
            if (code == null) {
              throw new TargetException("the target is gone");
            }
            return new Probe(
                new ProbeRun(
                    "probe-%02d".formatted(probes.size() + 1),
                    "1",
                    30.0,
                    60.0 * probes.size(),
                    scout ? true : null),
                Probe.ProbeFleet.SAME,
                together,
                together,
                null,
                new ProbeTimes(5.0, 5.0, 10.0, null),
                code.status(),
                code == ExitCode.THRESHOLDS_CROSSED ? List.of("ledger.lost == 0") : List.of(),
                recovered,
                (code == ExitCode.THRESHOLDS_CROSSED && getsFaster) ? true : null,
                null,
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
    LimitSearchRun.SearchListener course =
        new LimitSearchRun.SearchListener() {
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
    return new LimitSearchRun("quick", ASKED, List.of("ledger.lost == 0"), limit, probing, course)
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
    assertThat(ended.bounds().held()).isEqualTo(387.5);
    assertThat(ended.bounds().crossed()).isEqualTo(400);
    assertThat(ended.bounds().factor()).isEqualTo(7.75);
    assertThat(ended.bounds().flows())
        .containsEntry("telemetry", 155.0)
        .containsEntry("event", 232.5);
    assertThat(ended.verdict().reasons()).hasSize(1);
    WORDS.says(
        ended.verdict().reasons().get(0),
        "387.5/s",
        "400/s",
        "7.75 ",
        "event 232.5/s",
        "telemetry 155/s");
    assertThat(ended.noise()).isNull();
  }

  @Test
  void afterEachProbeWhatIsKnownIsTold() throws Exception {
    search(upTo(390));
    assertThat(soFar).hasSameSizeAs(probes).allMatch(each -> !each.complete());
    assertThat(soFar.get(3).verdict().reasons()).hasSize(2);
    WORDS.says(reasons(soFar.get(3)), "300/s", "400/s");
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
    says("probe-10 at 500/s");
  }

  @Test
  void theTopIsALowerBound() throws Exception {
    assertThat(search(upTo(5_000))).isEqualTo(ExitCode.PASSED);
    assertThat(ended.bounds().crossed()).isNull();
    WORDS.says(ended.verdict().reasons().get(0), "1,000/s", "20 ");
  }

  @Test
  void aLowestRateThatDoesNotHoldIsTheAnswerAndExitCode1() throws Exception {
    assertThat(search(upTo(50))).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(ended.bounds().held()).isNull();
    assertThat(ended.verdict().reasons()).hasSize(1);
    says("100/s", "\"ledger.lost == 0\"");
  }

  @Test
  void aLimitOfTheGeneratorIsNeverOneOfTheTarget() throws Exception {
    assertThat(search(upTo(5_000, 450, ExitCode.GENERATOR_LIMITED)))
        .isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(ended.complete()).isFalse();
    assertThat(ended.bounds().held()).isEqualTo(400);
    assertThat(ended.bounds().crossed()).isNull();
    assertThat(ended.verdict().reasons()).hasSize(2);
    says("500/s", "3 probes", "probe-07", "400/s");
  }

  @Test
  void aGeneratorThatIsTheLimitAboveTheAnswerDoesNotEndTheSearch() throws Exception {
    assertThat(search(upTo(390, 500, ExitCode.GENERATOR_LIMITED))).isEqualTo(ExitCode.PASSED);
    assertThat(ended.bounds().held()).isEqualTo(387.5);
    says("probe-10 at 500/s", "(generator-limited)");
  }

  @Test
  void aGeneratorThatIsTheLimitOnTheWayDownEndsIt() throws Exception {
    assertThat(search(rate -> rate == 350 ? ExitCode.GENERATOR_LIMITED : upTo(390).apply(rate)))
        .isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(ended.verdict().reasons()).hasSize(2);
    says("350/s", "3 probes", "probe-07", "300/s", "400/s");
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
    assertThat(ended.bounds().held()).isEqualTo(387.5);
    assertThat(ended.bounds().crossed()).isEqualTo(400);
    assertThat(ended.verdict().reasons()).hasSize(1);
    assertThat(probes.stream().filter(each -> each.asked() == 100)).hasSize(2);
  }

  @Test
  void aHostThatIsAlwaysTooBusyEndsTheSearchAfterThreeProbes() throws Exception {
    assertThat(search(rate -> ExitCode.GENERATOR_LIMITED)).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(probes).hasSize(3);
    assertThat(ended.verdict().reasons()).hasSize(2);
    says("100/s", "3 probes", "probe-03");
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
    assertThat(ended.bounds().held()).isEqualTo(387.5);
    assertThat(ended.bounds().crossed()).isEqualTo(400);
    assertThat(ended.noise()).isNull();
    says("probe-01 at 100/s");
  }

  @Test
  void aTargetThatAlwaysGetsFasterIsBelievedInTheEnd() throws Exception {
    getsFaster = true;
    assertThat(search(upTo(50))).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(probes).hasSize(5 + 3);
    says("100/s", "\"ledger.lost == 0\"", "probe-08 at 100/s");
  }

  @Test
  void aLedgerThatDoesNotBalanceEndsTheSearch() throws Exception {
    assertThat(search(upTo(390, 500, ExitCode.LEDGER_UNBALANCED)))
        .isEqualTo(ExitCode.LEDGER_UNBALANCED);
    says("500/s", "probe-10");
  }

  @Test
  void aBackendThatIsAlwaysBehindEndsTheSearch() throws Exception {
    assertThat(search(upTo(390, 500, ExitCode.BACKEND_BEHIND))).isEqualTo(ExitCode.BACKEND_BEHIND);
    says("500/s", "(backend-behind)", "probe-12");
  }

  @Test
  void aTargetThatIsGoneLeavesWhatWasFound() {
    assertThatThrownBy(() -> search(upTo(5_000, 300, null)))
        .isInstanceOf(TargetException.class)
        .hasMessage("the target is gone");
    assertThat(ended.verdict().exitCode()).isEqualTo(3);
    assertThat(ended.verdict().reasons()).hasSize(2).startsWith("the target is gone");
    says("the target is gone", "200/s");
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
    assertThat(ended.verdict().reasons()).hasSize(2);
    says("interrupted", "200/s");
  }

  @Test
  void anInterruptedSearchLeavesWhatWasFound() throws Exception {
    assertThat(search(upTo(5_000, 300, ExitCode.INTERRUPTED))).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ended.verdict().reasons()).hasSize(2);
    says("interrupted", "300/s", "200/s");
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
    assertThat(ended.bounds().held()).isEqualTo(387.5);
    assertThat(ended.noise()).isEqualTo(new Limit.Noise(300, 387.5));
    says("387.5/s", "300/s");
  }
}
