// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.quantity.Measure;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.WarmUp;
import io.fleetload.results.time.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {

  @ParameterizedTest
  @CsvSource({
    "600/s, 600, 600/s",
    "36000/m, 600, 600/s",
    "36000/min, 600, 600/s",
    "1800/h, 0.5, 0.5/s",
    "0.25/s, 0.25, 0.25/s",
    "'  600 / s ', 600, 600/s",
    "1/h, 0.0002777777777777778, 0.0002777777777777778/s"
  })
  void aRateIsReadAndPrintedInMessagesASecond(String text, double perSecond, String printed) {
    Rate rate = Rate.parse(text);
    assertThat(rate.perSecond()).isEqualTo(perSecond);
    assertThat(rate).hasToString(printed);
    assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "600",
        "0/s",
        "0.0/s",
        "000/m",
        "-1/s",
        "600/w",
        "600 s",
        "/s",
        "1e3/s",
        ".5/s",
        "9999999999/s"
      })
  void whatIsNoRateIsRefused(String text) {
    assertThatThrownBy(() -> Rate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith("found \"" + text + "\", expected ")
        .endsWith(" 600/s");
  }

  @ParameterizedTest
  @CsvSource({
    "500ms, 500000000, 500ms",
    "30s, 30000000000, 30s",
    "90s, 90000000000, 90s",
    "60s, 60000000000, 1m",
    "15m, 900000000000, 15m",
    "1h, 3600000000000, 60m",
    "7d, 604800000000000, 7d",
    "1d12h, 129600000000000, 2160m",
    "0s, 0, 0s",
    "1.5s, 1500000000, 1500ms",
    "0.4ms, 400000, 0.4ms",
    "' 2 s ', 2000000000, 2s",
    "2min, 120000000000, 2m",
    "1m30s, 90000000000, 90s",
    "1h 2 min 3s4ms, 3723004000000, 3723004ms"
  })
  void aSpanIsReadAndPrintedWithItsUnit(String text, long nanos, String printed) {
    Span span = Span.parse(text);
    assertThat(span.nanos()).isEqualTo(nanos);
    assertThat(span).hasToString(printed);
    assertThat(Span.parse(span.toString())).isEqualTo(span);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "30", "-1s", "99999d", "s", "1,5s", "9999999h", "30s1m", "1s1s", "1m30"})
  void whatIsNoSpanIsRefused(String text) {
    assertThatThrownBy(() -> Span.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith("found \"" + text + "\", expected ")
        .endsWith(" 500ms, 30s, 15m, 1h or 7d");
  }

  @ParameterizedTest
  @CsvSource({"512B, 512, 512B", "1KiB, 1024, 1024B", "' 400 B ', 400, 400B", "0B, 0, 0B"})
  void aSizeIsReadAndPrintedInBytes(String text, int bytes, String printed) {
    Size size = Size.parse(text);
    assertThat(size.bytes()).isEqualTo(bytes);
    assertThat(size).hasToString(printed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "512", "1kB", "1MiB", "-1B", "1.5KiB", "9999999KiB"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatThrownBy(() -> Size.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith("found \"" + text + "\", expected ")
        .endsWith(" 512B or 1KiB");
  }

  @ParameterizedTest
  @CsvSource({
    "30s, false, 30s, 30s",
    "0s, false, 0s, 0s",
    "steady, true, 3m, steady within 3m",
    "steady within 5m, true, 5m, steady within 5m",
    "'  steady  within 90s ', true, 90s, steady within 90s"
  })
  void aWarmUpIsALengthOrUntilSteady(
      String text, boolean untilSteady, String longest, String printed) {
    WarmUp warmUp = WarmUp.parse(text);
    assertThat(warmUp).isEqualTo(new WarmUp(untilSteady, Span.parse(longest)));
    assertThat(warmUp).hasToString(printed);
    assertThat(WarmUp.parse(warmUp.toString())).isEqualTo(warmUp);
  }

  @ParameterizedTest
  @CsvSource({
    "30s, , , 30s, 30s",
    "until p99 ± 5% within 30m, p99, 0.05, 30m, until p99 ± 5% within 30m",
    "until p99.9 +-12.5% within 1h, p99.9, 0.125, 1h, until p99.9 ± 12.5% within 60m",
    "'  until  mean +/- 1 %  within 90s ', mean, 0.01, 90s, until mean ± 1% within 90s"
  })
  void aMeasuredPhaseIsALengthOrUntilAPrecision(
      String text, String figure, Double share, String longest, String printed) {
    Measure measure = Measure.parse(text);
    assertThat(measure)
        .isEqualTo(
            new Measure(figure == null ? null : new Precision(figure, share), Span.parse(longest)));
    assertThat(measure).hasToString(printed);
    assertThat(Measure.parse(measure.toString())).isEqualTo(measure);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "until p99",
        "until p99 ± 5%",
        "until p98 ± 5% within 30m",
        "until p99 5% within 30m",
        "p99 ± 5% within 30m",
        "until p99 ± 500% within 30m",
        "until max ± 5% within 30m"
      })
  void whatIsNoMeasuredPhaseIsRefused(String text) {
    assertThatThrownBy(() -> Measure.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith("found \"" + text + "\", expected ")
        .containsSubsequence(" 10m", " until p99 ± 5% within 30m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "stable", "steady 5m", "steady within", "within 5m", "30", "steadys"})
  void whatIsNoWarmUpIsRefused(String text) {
    assertThatThrownBy(() -> WarmUp.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith("found \"" + text + "\", expected ")
        .containsSubsequence(" 30s", " steady", " steady within 5m");
  }
}
