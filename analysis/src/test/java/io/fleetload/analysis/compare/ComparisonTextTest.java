// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTextTest {
  private static final Golden WORDS = Golden.of("compare");
  private static final Bound TEN_PERCENT = new Bound(0.1);

  private static Comparison comparison(List<ComparedRun> a, List<ComparedRun> b) {
    return new Comparison(a, b, TEN_PERCENT);
  }

  private static String text(Comparison comparison) {
    return String.join("\n", new ComparisonText(comparison).lines());
  }

  @Test
  void twoRunsAreToldFigureByFigure() {
    ObjectNode slower = Runs.withP99(18);
    Runs.telemetry(slower).put("failed", 6);
    ((ObjectNode) slower.get("ledger")).put("delivered", 1194);
    ((ObjectNode) slower.at("/profile/flows/telemetry")).put("size", "1024B");
    Comparison comparison =
        comparison(List.of(Runs.run("before", Runs.result())), List.of(Runs.run("after", slower)));
    WORDS.holds("two runs figure by figure", text(comparison));
    assertThat(text(comparison))
        .contains("flows.telemetry.size: 512B -> 1024B")
        .containsPattern("failed % +0.00 +0.50 +from 0 +worse")
        .containsPattern("response p99 ms +12.0 +18.0 +\\+50.0 % +worse")
        .containsPattern("delivered /M +1000000 +995000 +-0.5 % +same");
    assertThat(comparison.worse()).isTrue();
  }

  @Test
  void thePartsOfATimeAreComparedByTheirNamesAndBytesByTheMessage() {
    ObjectNode before = withParts(4.0, 600_000);
    ObjectNode after = withParts(8.0, 1_200_000);
    assertThat(
            text(
                comparison(List.of(Runs.run("before", before)), List.of(Runs.run("after", after)))))
        .containsPattern("waiting mean ms +4.00 +8.00 +\\+100.0 % +worse\n")
        .containsPattern("bytes sent B/msg +500 +1000 +\\+100.0 %\n");
  }

  private static ObjectNode withParts(double mean, long sent) {
    ObjectNode result = Runs.result();
    Runs.telemetry(result).putObject("parts").putObject("waiting").put("mean", mean);
    Runs.telemetry(result).putObject("bytes").put("sent", sent);
    return result;
  }

  @Test
  void deliveriesAreComparedByThoseExpected() {
    ObjectNode result = Runs.result();
    ((ObjectNode) result.get("ledger"))
        .putObject("deliveries")
        .put("expected", 2_000)
        .put("delivered", 1_990)
        .put("lost", 10);
    assertThat(
            text(
                comparison(
                    List.of(Runs.run("before", Runs.result())),
                    List.of(Runs.run("after", result)))))
        .containsPattern("deliveries /M +- +995000")
        .containsPattern("deliveries lost /M +- +5000");
  }

  @Test
  void severalRunsAreToldByTheirMedianAndSpread() {
    Comparison comparison =
        comparison(
            List.of(
                Runs.run("a1", Runs.withP99(50)),
                Runs.run("a2", Runs.withP99(60)),
                Runs.run("a3", Runs.withP99(90))),
            List.of(Runs.run("b1", Runs.withP99(55)), Runs.run("b2", Runs.withP99(95))));
    WORDS.holds("noise larger than the difference", text(comparison));
    assertThat(text(comparison))
        .contains("60.0 (50.0..90.0)", "75.0 (55.0..95.0)")
        .containsPattern("\\+25.0 %  no verdict: .*40.0 ms.*15.0 ms");
    assertThat(comparison.worse()).isFalse();
  }

  @Test
  void aRunThatSaysNothingAboutTheTargetIsNamedAndLeftOut() {
    ObjectNode limited = Runs.judged("generator-limited", 5, "it handled messages late");
    Runs.response(limited).put("p99", 500);
    Comparison comparison =
        comparison(
            List.of(Runs.run("a", Runs.result())),
            List.of(Runs.run("b1", Runs.withP99(12)), Runs.run("b2", limited)));
    WORDS.holds("a run of side B that says nothing", text(comparison));
    assertThat(text(comparison))
        .containsSubsequence("B  b2: small", "generator-limited", "it handled messages late")
        .doesNotContain("500");
    assertThat(comparison.worse()).isFalse();
  }

  @Test
  void aSideWithoutARunOnTheTargetMakesNoVerdict() {
    ObjectNode unbalanced = Runs.judged("ledger-unbalanced", 4, "3 messages unaccounted for");
    Runs.response(unbalanced).put("p99", 500);
    ObjectNode incomplete = Runs.withP99(600).put("complete", false);
    Comparison comparison =
        comparison(
            List.of(Runs.run("a", Runs.result())),
            List.of(Runs.run("b1", unbalanced), Runs.run("b2", incomplete)));
    WORDS.holds("no run of side B counts", text(comparison));
    assertThat(text(comparison)).contains("incomplete", "550 (500..600)", "no verdict");
    assertThat(comparison.worse()).isFalse();
  }

  @Test
  void figuresOfASideThatSaysNothingHaveNoWord() {
    ObjectNode limited = Runs.judged("generator-limited", 5, "it handled messages late");
    Runs.response(limited).put("p99", 500);
    for (Comparison each :
        List.of(
            comparison(List.of(Runs.run("a", limited)), List.of(Runs.run("b", Runs.result()))),
            comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", limited))))) {
      assertThat(each.code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
      assertThat(each.rows()).allMatch(row -> row.word() == Row.Word.TOLD);
    }
  }

  private static void isNotComparable(ObjectNode a, ObjectNode b, String... why) {
    Comparison comparison = comparison(List.of(Runs.run("a", a)), List.of(Runs.run("b", b)));
    assertThat(comparison.code()).as(text(comparison)).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(comparison.worse()).isFalse();
    assertThat(text(comparison).lines().reduce((one, last) -> last).orElseThrow())
        .startsWith("not comparable: ")
        .contains(why);
    assertThat(ComparisonJson.of(comparison).path("verdict").asText()).isEqualTo("not-comparable");
    assertThat(ComparisonJson.of(comparison).path("notComparable")).isNotEmpty();
  }

  @Test
  void anotherLoadCannotBeCompared() {
    ObjectNode tenth = Runs.result();
    Runs.telemetry(tenth).put("asked", 2).put("reached", 2);
    isNotComparable(Runs.result(), tenth, "telemetry", "20", "2");
    ObjectNode closed = Runs.result();
    Runs.telemetry(closed).remove("asked");
    Runs.telemetry(closed).putObject("closed").put("users", 10);
    isNotComparable(Runs.result(), closed, "telemetry", "open", "closed", "10");
    ObjectNode nearly = Runs.result();
    Runs.telemetry(nearly).put("asked", 20.1);
    assertThat(
            comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", nearly)))
                .code())
        .isEqualTo(ExitCode.PASSED);
  }

  @Test
  void aFlowOfOneSideAloneCannotBeCompared() {
    ObjectNode more = Runs.result();
    more.withObjectProperty("flows").putObject("event").put("asked", 5).put("reached", 5);
    isNotComparable(more, Runs.result(), "only A", "event");
    isNotComparable(Runs.result(), more, "only B", "event");
  }

  @Test
  void whatBecameOfMessagesIsNeededOnBothSides() {
    ObjectNode without = Runs.result();
    without.remove("ledger");
    isNotComparable(Runs.result(), without, "only A", "ledger lost");
    isNotComparable(without, Runs.result(), "only B", "ledger lost");
    ObjectNode stored = Runs.result();
    ((ObjectNode) stored.get("ledger")).putObject("store").put("stored", 100).put("lost", 200);
    isNotComparable(Runs.result(), stored, "only B", "ledger");
  }

  @Test
  void whatIsWorseIsWorseAlsoWhereNotAllCanBeCompared() {
    ObjectNode worse = Runs.withP99(18);
    worse.remove("ledger");
    Comparison comparison =
        comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", worse)));
    assertThat(comparison.code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(text(comparison)).contains("not the same: only A has ledger");
  }

  @Test
  void whereNoFigureCouldBeJudgedThereIsNoVerdict() {
    Comparison comparison =
        comparison(
            List.of(Runs.run("a1", only(50)), Runs.run("a2", only(90))),
            List.of(Runs.run("b1", only(55)), Runs.run("b2", only(95))));
    assertThat(comparison.code()).as(text(comparison)).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(text(comparison)).contains("\nno verdict: ");
  }

  private static ObjectNode only(double p99) {
    ObjectNode result = Runs.result();
    result.remove(List.of("ledger", "devices", "generator"));
    result.withObjectProperty("flows").removeAll();
    result.withObjectProperty("flows").putObject("telemetry").putObject("response").put("p99", p99);
    return result;
  }

  @Test
  void aPercentileOfTooFewMessagesIsLeftOut() {
    ObjectNode few = Runs.result();
    Runs.response(few).put("p999", 500.0).put("count", 999);
    assertThat(Runs.run("few", few).figures())
        .doesNotContainKey(ComparedFigures.ofFlow("telemetry", "response.p999"));
    Runs.response(few).put("count", 1_000);
    assertThat(Runs.run("enough", few).figures())
        .containsEntry(ComparedFigures.ofFlow("telemetry", "response.p999"), 500.0);
  }

  @Test
  void aRateReachedIsNotJudgedWhereOthersWereAsked() {
    ObjectNode half = Runs.result();
    half.remove("profile");
    Runs.telemetry(half).put("asked", 10).put("reached", 10);
    Comparison comparison =
        comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", half)));
    assertThat(text(comparison)).contains("  flows.telemetry.asked: 20/s -> 10/s\n");
    assertThat(comparison.worse()).isFalse();
    Runs.telemetry(half).put("asked", 20);
    assertThat(
            comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", half))).worse())
        .isTrue();
  }

  @Test
  void aFlowThatOnlyAnswersIsAskedForWhatTheOthersAre() {
    ObjectNode half = Runs.result();
    ObjectNode whole = Runs.result();
    whole.withObjectProperty("flows").putObject("commandResponse").put("reached", 20);
    half.withObjectProperty("flows").putObject("commandResponse").put("reached", 10);
    assertThat(comparison(List.of(Runs.run("a", whole)), List.of(Runs.run("b", half))).worse())
        .isTrue();
    Runs.telemetry(half).put("asked", 10);
    assertThat(comparison(List.of(Runs.run("a", whole)), List.of(Runs.run("b", half))).worse())
        .isFalse();
  }

  @Test
  void runsOfOneSideThatWereNotAskedTheSameAreNamed() {
    ObjectNode other = Runs.result();
    ((ObjectNode) other.at("/profile/flows/telemetry")).remove("size");
    assertThat(
            text(
                comparison(
                    List.of(Runs.run("a1", Runs.result()), Runs.run("a2", other)),
                    List.of(Runs.run("b", Runs.result())))))
        .containsPattern("a2: flows.telemetry.size: 512B -> .+\n");
  }

  @Test
  void aFigureOfOneSideAloneIsTold() {
    ObjectNode more = Runs.result();
    more.putObject("target").put("cpuSecondsPerMillionMessages", 120.5);
    ComparedRun plain = Runs.run("plain", Runs.result());
    ComparedRun rich = Runs.run("rich", more);
    assertThat(text(comparison(List.of(plain), List.of(rich)))).contains("only in B");
    assertThat(text(comparison(List.of(rich), List.of(plain)))).contains("only in A");
  }

  @Test
  void whatWasRunWhereMayStandUnderOneRoof() {
    ObjectNode roofed = Runs.result();
    ObjectNode about = roofed.putObject("about");
    about.set("profile", roofed.remove("profile"));
    about.putObject("versions").put("java", "21");
    assertThat(
            text(comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", roofed)))))
        .containsPattern("\n  versions.java: .+ -> 21\n");
  }
}
