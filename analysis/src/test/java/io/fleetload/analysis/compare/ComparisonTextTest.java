// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import java.util.List;
import java.util.Map;
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
  void twoSidesAreComparedFigureByFigure() {
    ObjectNode slower = Runs.withP99(18);
    Runs.telemetry(slower).put("failed", 6);
    ((ObjectNode) slower.get("ledger")).put("delivered", 1194);
    ((ObjectNode) slower.at("/profile/flows/telemetry")).put("size", "1024B");
    Comparison comparison =
        comparison(Runs.five("before", Runs.result()), Runs.five("after", slower));
    WORDS.holds("two sides figure by figure", text(comparison));
    assertThat(text(comparison))
        .contains("flows.telemetry.size: 512B -> 1024B")
        .containsPattern("failed % .* from 0 +worse ")
        .containsPattern("response p99 ms .* \\+50.0 % +worse \\(\\+4")
        .containsPattern("delivered /M .* -0.5 % +alike ");
    assertThat(comparison.answer()).isEqualTo(Row.Word.WORSE);
  }

  @Test
  void thePartsOfATimeAreComparedByTheirNamesAndBytesByTheMessage() {
    assertThat(
            text(
                comparison(
                    Runs.five("before", withParts(4.0, 600_000)),
                    Runs.five("after", withParts(8.0, 1_200_000)))))
        .containsPattern("waiting mean ms +4.00 .* +8.00 .* +\\+100.0 % +worse ")
        .containsPattern("bytes sent B/msg +500 .* +1000 .* +\\+100.0 %\n");
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
                new Comparison(
                    List.of(Runs.run("before", Runs.result())),
                    List.of(Runs.run("after", result)),
                    TEN_PERCENT,
                    true)))
        .containsPattern("deliveries /M +- +995000")
        .containsPattern("deliveries lost /M +- +5000");
  }

  @Test
  void tooFewRunsForTheirNoiseSayHowManyWouldDo() {
    Comparison comparison =
        comparison(
            List.of(
                Runs.run("a1", Runs.withP99(50)),
                Runs.run("a2", Runs.withP99(60)),
                Runs.run("a3", Runs.withP99(90))),
            List.of(Runs.run("b1", Runs.withP99(55)), Runs.run("b2", Runs.withP99(95))));
    WORDS.holds("not enough runs", text(comparison));
    assertThat(text(comparison))
        .contains("60.0 (50.0..90.0)", "75.0 (55.0..95.0)")
        .containsPattern("\\+25.0 % +not enough runs .*\n");
    assertThat(comparison.code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(comparison.hasNotEnoughRuns()).isTrue();
    assertThat(ComparisonJson.of(comparison).path("verdict").asText()).isEqualTo("not-enough-runs");
  }

  @Test
  void equalSidesAreAlike() {
    Comparison comparison =
        comparison(Runs.five("before", Runs.result()), Runs.five("after", Runs.withP99(12.2)));
    assertThat(comparison.code()).as(text(comparison)).isEqualTo(ExitCode.PASSED);
    assertThat(text(comparison).lines().reduce((one, last) -> last).orElseThrow())
        .startsWith("A and B are alike: ")
        .contains("10 %");
    assertThat(ComparisonJson.of(comparison).path("verdict").asText()).isEqualTo("alike");
  }

  @Test
  void aSideThatIsBetterIsNamed() {
    Comparison comparison =
        comparison(Runs.five("before", Runs.result()), Runs.five("after", Runs.withP99(6)));
    assertThat(comparison.code()).as(text(comparison)).isEqualTo(ExitCode.PASSED);
    assertThat(text(comparison))
        .contains("B is better than A: telemetry response p99 ms (-50.")
        .doesNotContain("worse");
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
        .doesNotContain("500", "worse");
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
      assertThat(each.rows()).allMatch(row -> row.word() == Row.Word.NOT_JUDGED);
    }
  }

  private static void isNotComparable(ObjectNode a, ObjectNode b, String... why) {
    Comparison comparison = comparison(Runs.five("a", a), Runs.five("b", b));
    assertThat(comparison.code()).as(text(comparison)).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(comparison.rows()).allMatch(row -> row.word() == Row.Word.NOT_JUDGED);
    assertThat(text(comparison).lines().reduce((one, last) -> last).orElseThrow())
        .startsWith("compare runs of one load, fleet and kind of target, or add --anyway: ")
        .contains(why);
    assertThat(ComparisonJson.of(comparison).path("verdict").asText()).isEqualTo("not-comparable");
    assertThat(ComparisonJson.of(comparison).path("notComparable")).isNotEmpty();
    Comparison anyway = new Comparison(Runs.five("a", a), Runs.five("b", b), TEN_PERCENT, true);
    assertThat(anyway.refused()).isFalse();
    assertThat(text(anyway)).contains("not the same: ").contains(why);
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
    assertThat(comparison(Runs.five("a", Runs.result()), Runs.five("b", nearly)).code())
        .isEqualTo(ExitCode.PASSED);
    ObjectNode recorded = Runs.result();
    Runs.telemetry(recorded).put("model", "trace");
    isNotComparable(Runs.result(), recorded, "flows.telemetry.model", "trace");
  }

  @Test
  void anotherFleetCannotBeCompared() {
    ObjectNode larger = Runs.result();
    ((ObjectNode) larger.get("devices")).put("asked", 100);
    isNotComparable(Runs.result(), larger, "devices", "50", "100");
    isNotComparable(Runs.result(), Runs.ofTenants(Map.of("one", 1, "two", 1)), "tenants", "weight");
  }

  @Test
  void anotherKindOfTargetCannotBeCompared() {
    isNotComparable(
        at("embedded Hono on this host", null), at("external Hono", null), "target.kind");
    isNotComparable(at("external Hono", null), at("external NGSI", "ngsi"), "target.kind", "ngsi");
    assertThat(
            comparison(
                    Runs.five("a", at("JT/T 808 server with nats-server 2.9.10", "jt808")),
                    Runs.five("b", at("JT/T 808 server with nats-server 2.10.1", "jt808")))
                .code())
        .as("another version of the target is named")
        .isEqualTo(ExitCode.PASSED);
  }

  private static ObjectNode at(String target, String pack) {
    ObjectNode result = Runs.result();
    result.putObject("versions").put("target", target);
    ((ObjectNode) result.get("profile")).put("pack", pack);
    return result;
  }

  @Test
  void anotherHostTargetAndCommitAreNamed() {
    ObjectNode after = at("JT/T 808 server with nats-server 2.10.1", "jt808");
    ((ObjectNode) after.get("versions")).put("commit", "8b66a0a");
    after.putObject("host").put("cpus", 4);
    ObjectNode before = at("JT/T 808 server with nats-server 2.9.10", "jt808");
    ((ObjectNode) before.get("versions")).put("commit", "15a8c9e");
    before.putObject("host").put("cpus", 2);
    assertThat(text(comparison(Runs.five("a", before), Runs.five("b", after))))
        .contains(
            "  host.cpus: 2 -> 4\n",
            "  versions.commit: 15a8c9e -> 8b66a0a\n",
            "  versions.target: JT/T 808 server with nats-server 2.9.10 -> JT/T 808 server with"
                + " nats-server 2.10.1\n");
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
  void oneRunASideWithoutACourseHasNoAnswer() {
    Comparison comparison =
        comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", Runs.withP99(18))));
    assertThat(comparison.answer()).isEqualTo(Row.Word.NOT_ENOUGH_RUNS);
    WORDS.holds("one run a side without a course", new ComparisonText(comparison).verdict());
  }

  @Test
  void oneRunASideIsJudgedByBlocksOfItsTime() {
    ComparedRun quick = Runs.run("a", withCourse(12));
    Comparison far = comparison(List.of(quick), List.of(Runs.run("b", withCourse(18))));
    assertThat(far.answer()).as(text(far)).isEqualTo(Row.Word.WORSE);
    assertThat(text(far)).contains("one run a side, judged by blocks of time");
    Comparison near = comparison(List.of(quick), List.of(Runs.run("b", withCourse(12.3))));
    assertThat(near.answer()).as(text(near)).isEqualTo(Row.Word.ALIKE);
    Comparison between = comparison(List.of(quick), List.of(Runs.run("b", withCourse(13.2))));
    assertThat(between.answer()).as(text(between)).isEqualTo(Row.Word.NOT_ENOUGH_RUNS);
  }

  /** A second has up to 2 % more or less, and so has a block of six seconds. */
  private static ObjectNode withCourse(double p99) {
    ObjectNode result = Runs.withP99(p99).put("firstMeasuredSecond", 5);
    ArrayNode course =
        Runs.telemetry(result)
            .withObjectProperty("perSecond")
            .withObject("/responseMs")
            .putArray("p99");
    for (int second = 0; second < 65; second++) {
      course.add(p99 * (1 + 0.02 * Math.sin(second / 3.0)));
    }
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

  private static Row.Word ofReached(String flow, ObjectNode a, ObjectNode b) {
    return new Comparison(Runs.five("a", a), Runs.five("b", b), TEN_PERCENT, true)
        .rows().stream()
            .filter(row -> row.figure().group().equals(flow))
            .filter(row -> row.figure().name().equals("reached /s"))
            .findFirst()
            .orElseThrow()
            .word();
  }

  @Test
  void aRateReachedIsNotJudgedWhereOthersWereAsked() {
    ObjectNode half = Runs.result();
    half.remove("profile");
    Runs.telemetry(half).put("asked", 10).put("reached", 10);
    assertThat(
            text(comparison(List.of(Runs.run("a", Runs.result())), List.of(Runs.run("b", half)))))
        .contains("  flows.telemetry.asked: 20/s -> 10/s\n");
    assertThat(ofReached("telemetry", Runs.result(), half)).isEqualTo(Row.Word.NOT_JUDGED);
    Runs.telemetry(half).put("asked", 20);
    assertThat(ofReached("telemetry", Runs.result(), half)).isEqualTo(Row.Word.WORSE);
  }

  @Test
  void aFlowThatOnlyAnswersIsAskedForWhatTheOthersAre() {
    ObjectNode half = Runs.result();
    ObjectNode whole = Runs.result();
    whole.withObjectProperty("flows").putObject("commandResponse").put("reached", 20);
    half.withObjectProperty("flows").putObject("commandResponse").put("reached", 10);
    assertThat(ofReached("commandResponse", whole, half)).isEqualTo(Row.Word.WORSE);
    Runs.telemetry(half).put("asked", 10);
    assertThat(ofReached("commandResponse", whole, half)).isEqualTo(Row.Word.NOT_JUDGED);
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
