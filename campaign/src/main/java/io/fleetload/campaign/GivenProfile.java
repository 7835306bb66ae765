// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.Baseline;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A profile as it was given, and what it says. The tools of a run are given it in the same way and
 * read it themselves.
 *
 * @param file where it lies
 * @param overrides {@code key.path=value} each; they win over the file
 * @param environment what {@code ${NAME}} is taken from
 * @param scenario what these say, and for which pack
 */
record GivenProfile(
    Path file, List<String> overrides, Map<String, String> environment, Scenario<?> scenario) {
  GivenProfile {
    overrides = List.copyOf(overrides);
  }

  /**
   * Reads it.
   *
   * @throws ProfileException with every mistake in it
   */
  static GivenProfile read(Path file, List<String> overrides) throws ProfileException {
    return read(file, overrides, System.getenv(), (scenario, checks) -> {});
  }

  /**
   * Reads it.
   *
   * @param environment what {@code ${NAME}} is taken from
   * @param more what is wanted of it beyond what all want
   * @throws ProfileException with every mistake in it
   */
  static GivenProfile read(
      Path file, List<String> overrides, Map<String, String> environment, Scenario.MoreChecks more)
      throws ProfileException {
    return new GivenProfile(
        file, overrides, environment, Scenario.read(file, overrides, environment, more));
  }

  /** What they ask for. */
  LoadProfile profile() {
    return scenario.profile();
  }

  /**
   * The same file with further overrides.
   *
   * @throws ProfileException if they do not fit the rest of the profile
   */
  GivenProfile with(List<String> more) throws ProfileException {
    List<String> all = new ArrayList<>(overrides);
    all.addAll(more);
    return read(file, all, environment, (read, checks) -> {});
  }

  /**
   * The run that thresholds compare with; null where it names none.
   *
   * @throws IOException with one line if that cannot be read or lacks what is compared with
   */
  Baseline baseline() throws IOException {
    return profile().readBaseline(file);
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
