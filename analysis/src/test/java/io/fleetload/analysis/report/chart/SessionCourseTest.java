// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.report.Report;
import io.fleetload.analysis.report.RichResult;
import org.junit.jupiter.api.Test;

class SessionCourseTest {
  private static JsonNode result(String perSecond) throws JsonProcessingException {
    return new ObjectMapper()
        .readTree(
            """
            {"devices": {"asked": 5, "handshakes": {"perSecond": %s}},
             "phases": [{"name": "connect", "startEpochMs": 10000, "endEpochMs": 12000},
                        {"name": "measure", "startEpochMs": 12500, "endEpochMs": 16000}]}
            """
                .formatted(perSecond));
  }

  private static SessionCourse of(String perSecond) throws JsonProcessingException {
    return SessionCourse.of(ResultNode.of(result(perSecond)));
  }

  private static final String COURSE =
      """
      {"begun": [3, 3, 0], "succeeded": [3, 2, 0], "failed": [0, 1, 1], "ended": [0, 0, 2],
       "failedBy": {"protocol.5.03": [0, 1, 0], "transport.timeout": [0, 0, 1]}}
      """;

  @Test
  void whatIsOpenIsWhatBeganAndDidNotEnd() throws Exception {
    SessionCourse course = of(COURSE);
    assertThat(course.open()).map(Number::longValue).containsExactly(0L, 3L, 5L, 3L, 3L, 3L, 3L);
    assertThat(course.asked()).isEqualTo(5);
  }

  @Test
  void itLastsFromTheFirstAttemptToTheEndOfTheRun() throws Exception {
    SessionCourse course = of(COURSE);
    assertThat(course.seconds()).isEqualTo(6);
    assertThat(course.phases())
        .containsExactly(
            new ChartData.PhaseSpan("connect", 0, 2), new ChartData.PhaseSpan("measure", 2.5, 6));
  }

  @Test
  void failedAttemptsAreToldByCause() throws Exception {
    assertThat(of(COURSE).failed())
        .extracting(ChartData.FailureSeries::name)
        .containsExactly("protocol.5.03", "transport.timeout");
    assertThat(of(COURSE).failed().get(1).counts())
        .map(Number::longValue)
        .containsExactly(0L, 0L, 1L, 0L, 0L, 0L);
  }

  @Test
  void anEarlierVersionsResultHasNone() throws Exception {
    assertThat(of("{\"begun\": [3], \"succeeded\": [3], \"failed\": [0]}")).isNull();
    assertThat(new Report(result("{}"), null).html()).doesNotContain("data-chart=\"sessions\"");
  }

  @Test
  void thePictureOfTheSessionsFollowsThatOfTheWholeRun() {
    String page = new Report(RichResult.tree(), null).html();
    int second = page.indexOf("<canvas", page.indexOf("<canvas data-chart=\"course\"") + 1);
    assertThat(second).isEqualTo(page.indexOf("<canvas data-chart=\"sessions\"")).isPositive();
    assertThat(page).contains("data-chart=\"attempts\"");
  }
}
