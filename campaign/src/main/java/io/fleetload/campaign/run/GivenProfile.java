// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileExtension;
import io.fleetload.profile.yaml.ProfileFile;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.results.Baseline;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A profile as it was given, and what it says. The tools of a run are given it in the same way and
 * read it themselves.
 *
 * @param file where it lies
 * @param overrides {@code key.path=value} each; they win over the file
 * @param environment what {@code ${NAME}} is taken from
 * @param scenario what these say, and for which pack
 */
public record GivenProfile(
    Path file, List<String> overrides, Map<String, String> environment, Scenario scenario) {
  /** Value that takes the place of a secret in a process without it. */
  static final String HIDDEN = "known-to-the-devices-alone";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)");

  /** No secrets, and what programs expect to be there. */
  private static final Set<String> OF_EVERY_PROCESS =
      Set.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "TZ", "HOSTNAME");

  public GivenProfile {
    overrides = List.copyOf(overrides);
  }

  /**
   * Reads it.
   *
   * @throws ProfileException with every mistake in it
   */
  public static GivenProfile read(Path file, List<String> overrides) throws ProfileException {
    return read(file, overrides, System.getenv(), (read, checks) -> {});
  }

  /**
   * Reads it.
   *
   * @param environment what {@code ${NAME}} is taken from
   * @param more what is wanted of it beyond what all want
   * @throws ProfileException with every mistake in it
   */
  public static GivenProfile read(
      Path file, List<String> overrides, Map<String, String> environment, Scenario.MoreChecks more)
      throws ProfileException {
    return new GivenProfile(
        file, overrides, environment, Scenario.read(file, overrides, environment, more));
  }

  public LoadProfile profile() {
    return scenario.profile();
  }

  /**
   * The same file with further overrides.
   *
   * @throws ProfileException if they do not fit the rest of the profile
   */
  public GivenProfile with(List<String> more) throws ProfileException {
    return with(more, (read, checks) -> {});
  }

  /**
   * The same file with further overrides.
   *
   * @param checks what is wanted of it beyond what all want
   * @throws ProfileException if they do not fit the rest of the profile
   */
  public GivenProfile with(List<String> more, Scenario.MoreChecks checks) throws ProfileException {
    List<String> all = new ArrayList<>(overrides);
    all.addAll(more);
    return read(file, all, environment, checks);
  }

  /**
   * The profile that it extends, with the keys that this one gives; empty if it extends none.
   *
   * @throws ProfileException if one of the files cannot be read any more
   */
  public Optional<ProfileExtension> extension() throws ProfileException {
    return ProfileFile.extension(file, overrides, environment);
  }

  /** The environment of a process that does not read the profile: without what it is made of. */
  void withoutItsVariables(Map<String, String> ofProcess) {
    ofProcess.keySet().removeAll(variables());
  }

  /**
   * The environment of a process that reads the profile and knows no secret of the devices: what
   * these alone are made of has another value.
   */
  void withoutSecretsOfDevices(Map<String, String> ofProcess) {
    for (String name : variables()) {
      if (ofProcess.containsKey(name) && isOfDevicesAlone(name)) {
        ofProcess.put(name, HIDDEN);
      }
    }
  }

  private Set<String> variables() {
    try {
      StringBuilder text = new StringBuilder(String.join("\n", overrides));
      for (Path each : ProfileFile.files(file, environment)) {
        text.append('\n').append(Files.readString(each));
      }
      Set<String> names = new LinkedHashSet<>();
      VARIABLE.matcher(text).results().forEach(each -> names.add(each.group(1)));
      names.removeAll(OF_EVERY_PROCESS);
      return names;
    } catch (IOException | ProfileException e) {
      // A tool that reads it will say so.
      return Set.of();
    }
  }

  private boolean isOfDevicesAlone(String name) {
    Map<String, String> other = new HashMap<>(environment);
    other.put(name, HIDDEN);
    try {
      LoadProfile hidden = Scenario.read(file, overrides, other).profile();
      return RedactedProfile.of(hidden).equals(RedactedProfile.of(profile()))
          && Arrays.stream(hidden.getClass().getRecordComponents())
              .filter(each -> !each.getName().equals("devices"))
              .allMatch(each -> isSame(each, hidden));
    } catch (ProfileException e) {
      return false;
    }
  }

  private boolean isSame(RecordComponent component, LoadProfile other) {
    try {
      Method accessor = component.getAccessor();
      return Objects.equals(accessor.invoke(other), accessor.invoke(profile()));
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /**
   * Returns the run that thresholds compare with, or null if the profile names none.
   *
   * @throws IOException with one line if that cannot be read or lacks what is compared with
   */
  public Baseline baseline() throws IOException {
    return scenario.readBaseline(file);
  }

  /**
   * The arguments with which a tool is given it.
   *
   * @param endpoints the overrides that point the tool at the target; none where the profile does
   */
  List<String> arguments(List<String> endpoints) {
    List<String> arguments = new ArrayList<>();
    arguments.add(file.toString());
    overrides.forEach(each -> arguments.add("--set=" + each));
    endpoints.forEach(each -> arguments.add("--set=" + each));
    arguments.add("--json");
    arguments.add("--until-stdin-closes");
    return arguments;
  }
}
