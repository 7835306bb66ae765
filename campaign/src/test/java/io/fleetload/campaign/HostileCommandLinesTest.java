// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Command lines that nobody gives on purpose: each is refused as the user's mistake, or harmless.
 */
class HostileCommandLinesTest {
  private static final int VARIANTS = 35;
  private static final int MOST_LINES = 21;
  private static final int LONGEST_LINE = 2_600;

  private static final List<String> WORDS =
      List.of(
          "",
          " ",
          "-",
          "--",
          "---",
          "=",
          "--no-such",
          "--set",
          "--set=",
          "--set==",
          "--set=a",
          "--set=a.b=c",
          "--set=a=${X}",
          "--set=" + "a.".repeat(3_000) + "b=1",
          "--json",
          "--json=x",
          "--out",
          "--out=",
          "--out=/dev/null/x",
          "--shards=0",
          "--shards=1/2",
          "--shards=99999999999",
          "--backends=-1",
          "--live=99999",
          "--live=x",
          "--repeat=1",
          "--baseline=/dev/null",
          "--images=/dev/zero",
          "--wait=9999999h",
          "--profile=/no/such",
          "/dev/null",
          "/dev/zero",
          "/no/such",
          "..",
          "a\u0000b",
          "\u001b[2J",
          "\u202e",
          "a\nb",
          "@nothing",
          "${X}",
          "%s%n%d",
          "-h=1",
          "x".repeat(5_000));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "find-limit",
        "validate",
        "explain",
        "report",
        "compare",
        "merge",
        "cluster run",
        "cluster find-limit",
        "cluster provision"
      })
  void noneIsAFaultOfOurs(String command) {
    Random random = new Random(13);
    for (int i = 0; i < VARIANTS; i++) {
      List<String> line = new ArrayList<>(List.of(command.split(" ")));
      for (int words = random.nextInt(5); words > 0; words--) {
        line.add(WORDS.get(random.nextInt(WORDS.size())));
      }

      Printed printed = Printed.by(line.toArray(String[]::new));

      assertThat(printed.code()).as("of %s: %s", line, printed.err()).isIn(0, 2);
      assertThat(printed.err().lines())
          .as("of %s", line)
          .hasSizeLessThanOrEqualTo(MOST_LINES)
          .allSatisfy(
              said ->
                  assertThat(said).hasSizeLessThan(LONGEST_LINE).matches("[^\\p{Cntrl}\\u202e]*"));
      if (printed.code() == 2) {
        assertThat(printed.err()).as("of %s", line).isNotBlank();
      }
    }
  }
}
