// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import io.fleetload.pack.imports.ImportForm;
import io.fleetload.profile.LoadProfile;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.ResultView;
import io.fleetload.results.foreign.ForeignReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * All that the engine has to know of a system under test. A pack is found by {@link
 * java.util.ServiceLoader}; a profile names it by its key {@code pack}.
 *
 * @param <P> the profile of its load tests
 */
public interface Pack<P extends LoadProfile> {
  /** The name by which a profile asks for it. */
  String name();

  /** The profile's record; reader, schema and reference are made from it. */
  Class<P> profile();

  /** Describes the run of a profile. */
  Description describe(P profile);

  /**
   * The override that makes provisioning take the devices' keys from a file; empty where devices
   * have no keys.
   */
  default Optional<String> keysFrom(Path file) {
    return Optional.empty();
  }

  /** The load test of its system in one line; empty where it cannot be one. */
  default Optional<LineForm> oneLine() {
    return Optional.empty();
  }

  /** Load tests of other tools that it makes profiles of. */
  default List<ImportForm> imports() {
    return List.of();
  }

  /** Further forms in which its results are written. */
  default List<ResultView> views() {
    return List.of();
  }

  /** Readers of the outputs of other tools for its system alone. */
  default List<ForeignReport> foreignReports() {
    return List.of();
  }

  /** Reads the report of the load test that it repeats. */
  default Optional<PublishedReport> published() {
    return Optional.empty();
  }

  /** Returns whether it is the pack of a profile that names none; one pack at most is. */
  default boolean isDefault() {
    return false;
  }
}
