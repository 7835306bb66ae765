// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.good;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrongDaysTest {
  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate: 20/s, day: { hours: { 7h: 20 } }|.hours.7h|20",
        "rate: 20/s, day: { hours: { 7h: -20% } }|.hours.7h|-20%",
        "rate: 20/s, day: { hours: { 25h: 20% } }|.hours.25h|25h",
        "rate: 20/s, day: { hours: { seven: 20% } }|.hours.seven|seven",
        "rate: 20/s, day: { hours: { 7h: 20%, 07h: 30% } }|.hours.07h|once",
        "rate: 20/s, day: { hours: {} }|.hours|empty",
        "rate: 20/s, day: { hours: { 7h: 20% }, shape: night }|.hours|shape",
        "rate: 20/s, day: { hours: { 7h: 0% } }|''|no message",
        "rate: 20/s, day: { from: 6h }|''|shape, hours, file",
        "rate: 20/s, day: { shape: noon }|.shape|noon",
        "rate: 20/s, day: noon|''|noon",
        "rate: 20/s, day: { shape: night, from: 24h30m }|.from|24h30m",
        "rate: 20/s, day: { shape: night, lasts: 10ms }|.lasts|10ms",
        "'stages: [{ for: 20s, rate: 1/s }], day: night'|''|stages",
        "'closed: { users: 1 }, day: night'|''|closed",
        "rate: 20/s, day: { file: absent.csv }|.file|no such file",
        "rate: 20/s, day: { file: . }|.file|directory"
      })
  void aWrongDayIsNamed(String flow, String key, String what) {
    profiles.refused(
        good("telemetry: { rate: 20/s }", "telemetry: { " + flow + " }"),
        "FILE:6: flows.telemetry.day" + key,
        what);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "empty|''|is empty",
        "header|time,factor|no line",
        "semicolons|time;factor#7h;20%|line 1",
        "semicolon|time,factor#7h;20%|line 2",
        "percent|time,factor#7h,20|\"20\"",
        "late|time,factor#7h,20%#30h,20%|\"30h\"",
        "unsorted|time,factor#7h,20%#6h,30%|line 3",
        "twice|time,factor#7h,20%#7h,30%|line 3"
      })
  void aWrongFileOfADayIsNamedWithItsLine(String name, String lines, String what)
      throws IOException {
    Files.writeString(directory.resolve(name + ".csv"), lines.replace("#", "\n"));

    profiles.refused(
        good(
            "telemetry: { rate: 20/s }",
            "telemetry: { rate: 20/s, day: { file: " + name + ".csv } }"),
        "FILE:6: flows.telemetry.day.file",
        what);
  }

  @Test
  void daysWithoutNumberInOneRunAreRefused() {
    profiles.refused(
        good(
                "telemetry: { rate: 20/s }",
                "telemetry: { rate: 1/s, day: { shape: night, lasts: 1s } }")
            .replace("measure: 20s", "measure: 100h"),
        "FILE:6: flows.telemetry.day.lasts",
        "\"1s\"");
  }
}
