// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.rig.Home;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Variants that nobody writes on purpose, of a profile of each pack: each is a profile, or is
 * refused in a few lines, at once.
 */
class HostileProfilesTest {
  private static final int VARIANTS = 100;

  private static final Duration NOT_FOR_EVER = Duration.ofMinutes(2);
  private static final int LONGEST_REFUSAL = 21;
  private static final int LONGEST_LINE = 1_700;

  /** A value after its key. */
  private static final Pattern SCALAR = Pattern.compile("(?<=: )(\"[^\"]*\"|[^\\s,{}\\[\\]\"]+)");

  private static final List<String> PIECES =
      List.of(
          "${PSK-SECRET}",
          "${PSK_SECRET",
          "${X:?err}",
          "${X:${Y}}",
          "${X:-demo}",
          "$${X}",
          "${}",
          "{{index}}",
          "{{",
          "{{choice()}}",
          "{{index % 0}}",
          "{index:99}",
          "9999999h",
          "2147483648",
          "2147483647",
          "-1",
          "0",
          "1e999",
          "NaN",
          "0x7fffffff",
          "\u0000",
          "\u001b[2J",
          "\u202e",
          "\ufeff",
          "a\nb",
          "\t",
          "&a [*a]",
          "*unknown",
          "!!java.lang.Object {}",
          "<<: *a",
          "? [a]",
          "{",
          "}",
          "[",
          "]",
          ":",
          "- - -",
          "\"",
          "'",
          "|",
          ">",
          "%",
          "@",
          "`",
          "999999999999999999999999999999999",
          "999999999/s",
          "101%",
          "every 9999999h",
          "flows.*.failed == 0 every 0s",
          "a:99999",
          "[::1]:0",
          "http://a:99999/",
          "nats://",
          "null",
          "~",
          "true",
          "yes",
          "2026-11-23",
          "../../etc/passwd",
          "<script>",
          "%s%n%d");

  @TempDir Path directory;

  /** A thread's processor time for one of them. */
  Duration most() {
    return NOT_FOR_EVER;
  }

  /** The lines of the refusal; none where it is a profile. */
  private List<String> refused(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("p.yaml"), text);
    return assertTimeoutPreemptively(
        NOT_FOR_EVER,
        () -> {
          ThreadMXBean thread = ManagementFactory.getThreadMXBean();
          long begun = thread.getCurrentThreadCpuTime();
          List<String> lines = read(file);
          assertThat(Duration.ofNanos(thread.getCurrentThreadCpuTime() - begun))
              .as("of %s", text)
              .isLessThan(most());
          return lines;
        },
        () -> "of " + text);
  }

  private static List<String> read(Path file) {
    try {
      Scenario.read(file, List.of(), Map.of());
      return List.of();
    } catch (ProfileException e) {
      return e.getMessage().lines().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "profiles/hono-test-1.yaml",
        "profiles/stages.yaml",
        "packs/jt808/profiles/quickstart.yaml",
        "packs/jt808/profiles/storage.yaml",
        "packs/mqtt/profiles/quickstart.yaml",
        "packs/mqtt/profiles/shared-subscription.yaml",
        "packs/arion/profiles/quickstart.yaml",
        "packs/arion/profiles/watch.yaml",
        "packs/ngsi/profiles/quickstart.yaml",
        "packs/echo/profiles/stream.yaml"
      })
  void anyVariantIsReadOrRefusedInLinesThatATerminalShowsAsTheyAre(String profile)
      throws IOException {
    String good = Files.readString(Home.path(profile)).replaceAll("(?m)^ *#.*\\n", "");
    // What is loaded at the first profile is not what is measured.
    assertThat(read(Files.writeString(directory.resolve("good.yaml"), good))).isEmpty();
    assertThat(refused(good)).isEmpty();
    Random random = new Random(7);
    int refusals = 0;
    for (int i = 0; i < VARIANTS; i++) {
      String text = variant(good, random);
      List<String> lines = refused(text);
      refusals += lines.isEmpty() ? 0 : 1;
      assertThat(lines).as("of %s", text).hasSizeLessThanOrEqualTo(LONGEST_REFUSAL);
      assertThat(lines)
          .as("of %s", text)
          .allSatisfy(
              line ->
                  assertThat(line).hasSizeLessThan(LONGEST_LINE).matches("[^\\p{Cntrl}\\u202e]*"));
    }
    assertThat(refusals).isGreaterThan(VARIANTS / 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "profiles/hono-test-1.yaml",
        "profiles/stages.yaml",
        "profiles/tenants.yaml",
        "profiles/life.yaml",
        "packs/jt808/profiles/quickstart.yaml",
        "packs/jt808/profiles/storage.yaml",
        "packs/mqtt/profiles/quickstart.yaml",
        "packs/mqtt/profiles/shared-subscription.yaml",
        "packs/arion/profiles/quickstart.yaml",
        "packs/arion/profiles/watch.yaml",
        "packs/ngsi/profiles/quickstart.yaml",
        "packs/echo/profiles/stream.yaml"
      })
  void ofALongValueTwoHundredCharactersAreRepeated(String profile) throws IOException {
    String good = Files.readString(Home.path(profile)).replaceAll("(?m)^ *#.*\\n", "");
    Matcher scalar = SCALAR.matcher(good);
    int refusals = 0;
    while (scalar.find()) {
      String text =
          good.substring(0, scalar.start()) + "x".repeat(1_000) + good.substring(scalar.end());
      List<String> lines = refused(text);
      refusals += lines.isEmpty() ? 0 : 1;
      assertThat(lines).as("of %s", text).noneMatch(line -> line.contains("x".repeat(201)));
    }
    assertThat(refusals).isGreaterThan(4);
  }

  /** The good profile with some of its pieces replaced, doubled, moved or left out. */
  private static String variant(String good, Random random) {
    List<String> words = new ArrayList<>(List.of(good.split("(?<=[ ,:{}\\n])")));
    for (int change = random.nextInt(3); change >= 0; change--) {
      int at = random.nextInt(words.size());
      String piece = PIECES.get(random.nextInt(PIECES.size()));
      switch (random.nextInt(5)) {
        case 0 -> words.remove(at);
        case 1 -> words.add(at, words.get(random.nextInt(words.size())));
        case 2 -> words.add(at, piece);
        case 3 -> words.set(at, piece.repeat(1 + random.nextInt(200)));
        default -> words.set(at, "\"" + piece + "\" ");
      }
    }
    return String.join("", words);
  }
}
