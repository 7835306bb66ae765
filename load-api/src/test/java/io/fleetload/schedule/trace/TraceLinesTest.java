// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceLinesTest {
  private static final long MILLI = 1_000_000L;

  @TempDir Path directory;

  private record Line(int n, int device, long nanos) {}

  @Test
  void timesCountFromTheFirstLine() throws Exception {
    assertThat(read("time,device\n1700000000.5,3\n1700000000.75,0\r\n\n1700000002,3"))
        .containsExactly(
            new Line(0, 3, 0), new Line(1, 0, 250 * MILLI), new Line(2, 3, 1_500 * MILLI));
    assertThat(read("time,device\n2026-11-27T07:30:00Z,3\n2026-11-27T08:30:00.001+01:00, 4\n"))
        .containsExactly(new Line(0, 3, 0), new Line(1, 4, MILLI));
  }

  @Test
  void theLinesOfOtherFlowsHaveNoNumbersButTheirTimesAndNames() throws Exception {
    assertThat(
            read("time,device,flow\n1,bus-7,alarm\n2,bus-9,telemetry\n3,bus-7,telemetry\n4,b,x\n"))
        .containsExactly(new Line(0, 1, 1_000 * MILLI), new Line(1, 0, 2_000 * MILLI));
  }

  @Test
  void namesOfTheFleetAreItsDevices() throws Exception {
    assertThat(read("time,device\n1,device-0004\n1,device-0000\n"))
        .containsExactly(new Line(0, 4, 0), new Line(1, 0, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|is empty",
        "1,2|line 1: found",
        "time;device#1;2|line 1: found",
        "time,device#1|line 2: found",
        "time,device#1,2,telemetry|line 2: found",
        "time,device,flow#1,2|line 2: found",
        "time,device#one,2|\"one\"",
        "time,device#-1,2|\"-1\"",
        "time,device#1,2#1.0000000001,2|\"1.0000000001\"",
        "time,device#2026-11-27T07:30:00,2|\"2026-11-27T07:30:00\"",
        "time,device#1,2#2026-11-27T07:30:00Z,2|line 3: found",
        "time,device#2,2#1.999,2|line 3: its time is before",
        "time,device#1,5|found \"5\"",
        "time,device#1,2#1,bus|found \"bus\"",
        "time,device#1,device-0005|found \"device-0005\"",
        "time,device#1,device-0001#1,device-5|found \"device-5\"",
        "time,device#1,a#1,b#1,c#1,d#1,e#1,a#1,f|line 8: names one more device, \"f\"",
        "time,device#1,|line 2: names no device"
      })
  void aWrongLineIsNamed(String lines, String words) throws IOException {
    Path file = Files.writeString(directory.resolve("t.csv"), lines.replace("#", "\n"));

    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> read(file))
        .withMessageStartingWith("flows.telemetry.times: ")
        .withMessageContaining(words);
  }

  @Test
  void aLineWithoutEndIsRefusedBeforeItFillsTheMemory() throws IOException {
    Path file =
        Files.writeString(directory.resolve("t.csv"), "time,device\n" + "1".repeat(200_000));

    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> read(file))
        .withMessageContaining("line 2: is longer than 1000 bytes");
  }

  @Test
  void linesOverTheSeamsOfTheBufferAreWhole() throws Exception {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder("time,device\n");
    List<Line> written = new ArrayList<>();
    long nanos = 0;
    for (int n = 0; n < 50_000; n++) {
      nanos += n == 0 ? 0 : random.nextInt(2_000_000_000);
      int device = random.nextInt(5);
      text.append("%d.%09d,%d%n".formatted(nanos / 1_000_000_000, nanos % 1_000_000_000, device));
      written.add(new Line(n, device, nanos));
    }

    assertThat(read(text.toString())).isEqualTo(written);
  }

  private List<Line> read(String text) throws Exception {
    return read(Files.writeString(directory.resolve("t.csv"), text));
  }

  private static List<Line> read(Path path) throws UsageException {
    List<Line> found = new ArrayList<>();
    try (TraceLines lines =
        new TraceLines(
            new UserFile("flows.telemetry.times", path),
            "telemetry",
            new TraceDevices(0, 5, "device-{index:4}"))) {
      while (lines.next()) {
        found.add(new Line(lines.n(), lines.device(), lines.nanos()));
      }
    }
    return found;
  }
}
