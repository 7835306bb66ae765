// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Profiles for the tests: a good one, from which each test changes what it is about. */
public final class Profiles {
  /** Line by line: run 1, tenant 2, devices 3, phases 4, flows 5, telemetry 6, commandQuery 7. */
  public static final String GOOD =
      """
      run: { name: test }
      tenant: { id: tload }
      devices: { count: 50 }
      phases: { measure: 20s }
      flows:
        telemetry: { rate: 20/s }
        commandQuery: { rate: 20/s, ttd: 10s }
      """;

  private static final Golden WORDS = Golden.of("profile");

  private final Path file;
  private final Map<String, String> environment;

  public Profiles(Path directory, Map<String, String> environment) {
    this.file = directory.resolve("profile.yaml");
    this.environment = environment;
  }

  public static String good(String target, String replacement) {
    assertThat(GOOD).contains(target);
    return GOOD.replace(target, replacement);
  }

  public HonoProfile read(String text, String... overrides) throws ProfileException {
    return (HonoProfile) scenario(text, overrides).profile();
  }

  Scenario scenario(String text, String... overrides) throws ProfileException {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Scenario.read(file, List.of(overrides), environment);
  }

  /** The whole message of a profile that must be refused, its file named {@code FILE}. */
  String refusal(String text, String... overrides) {
    ProfileException refused =
        catchThrowableOfType(ProfileException.class, () -> read(text, overrides));
    assertThat(refused).as("the refusal of%n%s", text).isNotNull();
    return refused
        .getMessage()
        .replace(file.toString(), "FILE")
        .replace(file.getParent() + "/", "");
  }

  /**
   * Asserts that a profile is refused.
   *
   * @param where file, line and key of each mistake
   * @param what the values that the mistakes name
   */
  void refused(String text, String where, String... what) {
    assertNamed(change(text), refusal(text), where, what);
  }

  /** Asserts that the good profile, or one with more lines, is refused with an override. */
  void refusedWith(String override, String text, String where, String... what) {
    String name = (change(text) + " --set " + override).strip();
    assertNamed(name, refusal(text, override), where, what);
  }

  /** Asserts what a refusal names; the golden file keeps its words. */
  private static void assertNamed(String name, String message, String where, String... what) {
    assertThat(message.lines().toList())
        .zipSatisfy(
            where.lines().toList(), (line, place) -> assertThat(line).startsWith(place + ": "));
    assertThat(message).contains(what);
    WORDS.holds(name, message);
  }

  /** What a profile has that the good one has not: what its refusal is known by. */
  private static String change(String text) {
    String more = linesOfOne(text, GOOD);
    String all = more.isEmpty() && !text.equals(GOOD) ? "without " + linesOfOne(GOOD, text) : more;
    return all.length() > 150 ? all.substring(0, 150) + "..." : all;
  }

  private static String linesOfOne(String one, String other) {
    List<String> known = other.lines().toList();
    return one.lines()
        .filter(line -> !known.contains(line) && !line.isBlank())
        .map(line -> line.replaceAll("\\p{Cntrl}", "?").strip())
        .collect(Collectors.joining(" | "));
  }
}
