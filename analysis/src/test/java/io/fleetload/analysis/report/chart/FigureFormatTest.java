// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureFormatTest {

  @ParameterizedTest
  @CsvSource({
    "23102.226, '23,100'",
    "3831.497, '3,830'",
    "999.6, '1,000'",
    "62.685, 62.7",
    "5, 5.00",
    "0.01234, 0.0123",
    "0, 0"
  })
  void whatIsMeasuredHasThreeSignificantDigits(double value, String text) {
    assertThat(FigureFormat.digits(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"12345.6, '12,346'", "598.8, 599", "20, 20", "19.96, 20.0", "0.00833, 0.00833"})
  void aRateHasAllItsWholeDigits(double value, String text) {
    assertThat(FigureFormat.rate(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 100",
    "0.99999, 99.999",
    "0.9996, 99.96",
    "0.998, 99.8",
    "0.123456, 12.3",
    "0, 0",
    "1.0004, 100.04"
  })
  void aShareThatIsNotWholeDoesNotReadAsAll(double share, String text) {
    assertThat(FigureFormat.percent(DoubleNode.valueOf(share))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "flows.*.response.p99 < 500ms, flows.a.response.p99, 23102.226, '23,100 ms'",
    "flows.*.response.p99 < 500ms, flows.a.response.p99, 500.04, 500.04 ms",
    "flows.*.response.p99 < 500ms, flows.a.response.p99, 499.99, 499.99 ms",
    "flows.*.response.p99 < 500ms, flows.a.response.p99, 500, 500 ms",
    "flows.*.failed == 0, flows.a.failed, 1234567, '1,234,567'",
    "flows.*.achieved >= 99%, flows.a.achieved, 0.989996, 98.9996 %",
    "flows.*.achieved >= 90%, flows.a.achieved, 0.99999, 99.999 %",
    "flows.*.failed / flows.*.sent < 1%, flows.a.failed / flows.a.sent, 0.0000123, 0.00123 %",
    "flows.*.reached > 100, flows.a.reached, 12345.6, '12,346/s'"
  })
  void aFigureShowsOnWhichSideOfItsBoundItIs(
      String threshold, String figure, double found, String text) {
    ObjectNode outcome = JsonNodeFactory.instance.objectNode();
    outcome.put("threshold", threshold).put("figure", figure).put("found", found);
    assertThat(FigureFormat.found(outcome, outcome.path("found"))).isEqualTo(text);
  }
}
