// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody writes on purpose: each is a profile, or is refused in a few lines, at once. */
class HostileProfilesTest {
  private static final Duration NOT_FOR_EVER = Duration.ofMinutes(2);
  private static final int LONGEST_REFUSAL = 21;

  @TempDir Path directory;

  /** A thread's processor time for one of them. */
  Duration most() {
    return NOT_FOR_EVER;
  }

  private List<String> refused(String text, String... overrides) throws IOException {
    Path file = directory.resolve("p.yaml");
    Files.writeString(file, text);
    return refused(file, List.of(overrides));
  }

  /** The lines of the refusal; none where it is a profile. */
  private List<String> refused(Path file, List<String> overrides) {
    return assertTimeoutPreemptively(
        NOT_FOR_EVER,
        () -> {
          ThreadMXBean thread = ManagementFactory.getThreadMXBean();
          long begun = thread.getCurrentThreadCpuTime();
          List<String> lines = read(file, overrides);
          assertThat(Duration.ofNanos(thread.getCurrentThreadCpuTime() - begun)).isLessThan(most());
          return lines;
        });
  }

  private static List<String> read(Path file, List<String> overrides) {
    try {
      Scenario.read(file, overrides, Map.of());
      return List.of();
    } catch (ProfileException e) {
      return e.getMessage().lines().toList();
    }
  }

  /** What is loaded at the first profile is not what is measured. */
  @BeforeEach
  void oneIsRead() throws IOException {
    assertThat(read(Files.writeString(directory.resolve("good.yaml"), GOOD), List.of())).isEmpty();
  }

  @Test
  void aliasesOfAliasesAreRefused() throws IOException {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x]\n");
    for (int i = 1; i < 16; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1));
    }
    assertThat(refused(bomb + GOOD))
        .singleElement()
        .asString()
        .contains("is no YAML: ", "100,000 values");
  }

  @Test
  void anOverrideOfThousandsOfKeysIsRefused() throws IOException {
    assertThat(refused(GOOD, "a.".repeat(3_000) + "b=1"))
        .singleElement()
        .asString()
        .contains("has 3,001 keys, expected at most 50");
    assertThat(refused(GOOD, "a".repeat(500_000))).hasSize(1);
    assertThat(refused(GOOD, "a.".repeat(500_000))).hasSize(1);
  }

  @Test
  void whatIsTooLongForAProfileIsNotRead() throws IOException {
    assertThat(refused("# " + "x".repeat(2_000_000)))
        .singleElement()
        .asString()
        .contains("2,000,002 bytes", "1 MiB");
  }

  @Test
  void whatIsNoFileIsNotRead() throws Exception {
    Path zero = Path.of("/dev/zero");
    if (Files.exists(zero)) {
      assertThat(refused(zero, List.of()))
          .singleElement()
          .asString()
          .startsWith("/dev/zero: ")
          .contains("regular file");
      Path pipe = directory.resolve("pipe");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      assertThat(refused(pipe, List.of()))
          .singleElement()
          .asString()
          .startsWith(pipe + ": ")
          .contains("regular file");
    }
    assertThat(refused(directory, List.of()))
        .singleElement()
        .asString()
        .startsWith(directory + ": ")
        .contains("is a directory");
  }

  @Test
  void aThresholdOfAHundredThousandBlanksIsRefusedAtOnce() throws IOException {
    String blanks = " ".repeat(100_000);
    assertThat(refused(GOOD + "thresholds: [\"ledger.lost" + blanks + "= 0\"]\n"))
        .singleElement()
        .asString()
        .hasSizeLessThan(500);
  }

  @Test
  void aNumberThatIsTooLargeIsNamedWithItsKey() throws IOException {
    assertThat(refused(Profiles.good("count: 50", "count: 50, maxInFlight: 2147483648")))
        .singleElement()
        .asString()
        .contains(":3: devices.maxInFlight: ")
        .contains("2147483648");
    assertThat(refused(GOOD + "registry: { tenant: { limits: { maxConnections: 2147483648 } } }\n"))
        .singleElement()
        .asString()
        .contains(":8: registry.tenant.limits.maxConnections: ")
        .contains("\"2147483648\"", "2147483647");
  }

  @Test
  void ofThousandsOfMistakesTwentyAreShown() throws IOException {
    StringBuilder many = new StringBuilder(GOOD);
    for (int i = 0; i < 5_000; i++) {
      many.append("k%d: 1\n".formatted(i));
    }
    assertThat(refused(many.toString()))
        .hasSize(LONGEST_REFUSAL)
        .last()
        .isEqualTo("... and 4,980 more mistakes");
  }

  @Test
  void aVariableThatIsNoneNeverBecomesAValue() throws IOException {
    for (String each :
        List.of(
            "${PSK-SECRET}",
            "${PSK_SECRET",
            "${X:?err",
            "${X:?err}",
            "${X:=x}",
            "${X:+x}",
            "${X:${Y}}",
            "a${")) {
      assertThat(
              refused(
                  Profiles.good("count: 50", "count: 50, psk: { derivedFrom: \"" + each + "\" }")))
          .singleElement()
          .asString()
          .contains("devices.psk.derivedFrom: ", "${");
    }
    assertThatCode(() -> refused(Profiles.good("name: test", "name: \"${X:-demo}\"")))
        .doesNotThrowAnyException();
  }
}
