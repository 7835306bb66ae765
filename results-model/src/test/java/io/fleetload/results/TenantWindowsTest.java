// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.results.time.StoredHistogram;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two tenants with 10 messages of telemetry in each interval of 2 s, all confirmed after 10 ms; the
 * measured phase begins after 5 s and has 40. Each test spoils some of the quiet one's.
 */
class TenantWindowsTest {
  private static final int WARM_UP = 5;
  private static final int INTERVALS = 23;

  private final Long[] scheduled = new Long[INTERVALS];
  private final Long[] sent = new Long[INTERVALS];
  private final Long[] failed = new Long[INTERVALS];
  private final long[] millis = new long[INTERVALS];

  @TempDir private Path directory;

  TenantWindowsTest() {
    Arrays.fill(scheduled, 10L);
    Arrays.fill(sent, 10L);
    Arrays.fill(failed, 0L);
    Arrays.fill(millis, 10);
  }

  private static TenantCourse course(
      String tenant, Long[] scheduled, Long[] sent, Long[] failed, long[] millis) {
    List<String> response = new ArrayList<>();
    for (int place = 0; place < INTERVALS; place++) {
      long[] each = new long[(int) (sent[place] - failed[place])];
      Arrays.fill(each, millis[place]);
      response.add(ResponseIntervals.encoded(Books.millis(each)));
    }
    return new TenantCourse(
        tenant,
        List.of(scheduled),
        List.of(sent),
        List.of(failed),
        new ResponseIntervals(2, ResponseIntervals.firstFor(2, WARM_UP), List.of(), response));
  }

  private static TenantCourse well(String tenant) {
    return new TenantWindowsTest().quiet(tenant);
  }

  private TenantCourse quiet(String tenant) {
    return course(tenant, scheduled, sent, failed, millis);
  }

  private Course course() {
    List<Long> tens = Collections.nCopies(2 * INTERVALS, 10L);
    return new Course(
        10.0,
        new PerSecond(tens, tens, tens, List.of(), List.of(), Map.of(), null),
        null,
        List.of(well("loud"), quiet("quiet.er")));
  }

  private List<ThresholdOutcome> judge(String text, int seconds) {
    WindowJudge judge =
        WindowJudge.of(List.of(Threshold.parse(text)), null, WARM_UP, WARM_UP * 1_000).get(0);
    judge.judge(Map.of("telemetry", course()), seconds, true);
    return judge.outcomes();
  }

  /** The place of the interval that begins so many seconds into the measured phase. */
  private static int place(int second) {
    return well("any").response().place(WARM_UP + second);
  }

  @Test
  void aTenantThatIsServedWorseForAWhileCrossesItsWindow() {
    millis[place(22)] = 900;
    List<ThresholdOutcome> outcomes = judge("tenants.*.flows.*.response.p99 < 500ms every 10s", 40);
    assertThat(outcomes)
        .extracting(ThresholdOutcome::figure)
        .containsExactly(
            "tenants.loud.flows.telemetry.response.p99",
            "tenants.quiet.er.flows.telemetry.response.p99");
    assertThat(outcomes.get(0).held()).isTrue();
    assertThat(outcomes.get(0).windows()).isEqualTo(new ThresholdOutcome.Windows(10, 4, 0));
    assertThat(outcomes.get(1).windows()).isEqualTo(new ThresholdOutcome.Windows(10, 4, 1));
    assertThat(outcomes.get(1).firstCrossed().afterSeconds()).isEqualTo(20);
    assertThat(outcomes.get(1).found()).isBetween(900.0, 901.0);
  }

  @Test
  void aWindowHasWhatHappenedInItsIntervals() {
    failed[place(12)] = 3L;
    assertThat(
            judge(
                    "tenants.quiet.er.flows.telemetry.failed / tenants.quiet.er.flows.telemetry.sent"
                        + " < 5% every 10s",
                    40)
                .get(0)
                .found())
        .isEqualTo(0.06);
    ThresholdOutcome ok = judge("tenants.quiet.er.flows.*.ok >= 50 every 10s", 40).get(0);
    assertThat(ok.found()).isEqualTo(47);
    assertThat(ok.firstCrossed().afterSeconds()).isEqualTo(10);
    assertThat(judge("tenants.*.flows.*.sent == 50 every 10s", 40))
        .allMatch(ThresholdOutcome::held);
  }

  @Test
  void aTenantWhoseMessagesAreDueAndGoNowhereCrossesABoundOnItsPercentile() {
    for (int second = 10; second < 20; second += 2) {
      sent[place(second)] = 0L;
    }
    String bound = "tenants.quiet.er.flows.*.response.p99 < 1s every 10s";
    ThresholdOutcome dead = judge(bound, 40).get(0);
    assertThat(dead.windows()).isEqualTo(new ThresholdOutcome.Windows(10, 4, 1));
    assertThat(dead.firstCrossed().found()).isNull();

    for (int second = 10; second < 20; second += 2) {
      scheduled[place(second)] = 0L;
    }
    ThresholdOutcome asleep = judge(bound, 40).get(0);
    assertThat(asleep.windows()).isEqualTo(new ThresholdOutcome.Windows(10, 3, 0));
  }

  @Test
  void theRestOfTheRunHasItsLastInterval() {
    assertThat(judge("tenants.loud.flows.*.response.count > 0 every 10s", 35).get(0).windows())
        .isEqualTo(new ThresholdOutcome.Windows(10, 4, 0));
  }

  @Test
  void coursesOfShardsAddUpIntervalByInterval() {
    failed[3] = 2L;
    TenantCourse sum =
        TenantCourse.sum(
            List.of(
                new TenantCourse.CourseOffset(quiet("a"), 0),
                new TenantCourse.CourseOffset(well("a"), 0),
                new TenantCourse.CourseOffset(well("a"), 2)));
    assertThat(sum.tenant()).isEqualTo("a");
    assertThat(sum.sent()).startsWith(20L, 30L).endsWith(30L, 10L).hasSize(INTERVALS + 1);
    assertThat(sum.scheduled()).isEqualTo(sum.sent());
    assertThat(sum.failed().get(3)).isEqualTo(2);
    int begin = sum.response().begin(3);
    assertThat(sum.response().between(begin, begin + 2).count()).isEqualTo(28);
  }

  @Test
  void aBookIsReadBackWithItsCourses() throws Exception {
    millis[place(22)] = 900;
    StoredHistogram times = new StoredHistogram(Books.millis(10));
    TenantBook.TenantFlowBook part =
        new TenantBook.TenantFlowBook(1, 0, 0, times, quiet("quiet.er"));
    DeviceBook.DeviceFlow all = Books.sender();
    DeviceBook.DeviceFlow telemetry =
        new DeviceBook.DeviceFlow(
            all.terms(),
            all.numbering(),
            all.totals(),
            all.sent(),
            all.ok(),
            all.withoutCommand(),
            all.perSecond(),
            all.intervals(),
            List.of(part));
    Path file = directory.resolve("book");
    ResultFiles.write(file, Books.device(Map.of("telemetry", telemetry)));
    assertThat(ResultFiles.read(file, DeviceBook.class).flows().get("telemetry").course().tenants())
        .containsExactly(quiet("quiet.er"));
  }

  @Test
  void whatAWindowHasOfATenantIsKnownBeforeTheRun() {
    Tenants tenants =
        new Tenants(
            List.of(new Tenants.TenantShare("loud", 3), new Tenants.TenantShare("quiet.er", 1)));
    FigureNames figures =
        new FigureNames(
            List.of("telemetry"), List.of(), tenants, Books.ANSWERS, false, List.of(), List.of());
    for (String figure : List.of("sent", "ok", "failed", "response.p99", "response.count")) {
      Threshold threshold =
          Threshold.parse("tenants.quiet.er.flows.telemetry." + figure + " > 0 every 10s");
      assertThat(figures.hasPerWindow(threshold)).as(figure).isTrue();
      assertThat(threshold.ofTenants()).isTrue();
    }
    for (String figure :
        List.of("flows.telemetry.lost", "flows.telemetry.duplicate", "connected")) {
      assertThat(
              figures.hasPerWindow(
                  Threshold.parse("tenants.quiet.er." + figure + " == 0 every 10s")))
          .as(figure)
          .isFalse();
    }
    assertThat(Threshold.parse("flows.tenants.sent > 0").ofTenants()).isFalse();
  }
}
