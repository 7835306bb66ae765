// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.outage;

import io.fleetload.results.format.RequiredPart;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The file of a run with what was really done to its target, rewritten whenever something is.
 *
 * @param notes one for each disturbance of the profile, in their order
 */
public record Disturbances(@RequiredPart List<DisturbanceNote> notes) {
  /** The file's name in the run's directory. */
  public static final String FILE = "disturbances.json";

  /** The devices' books of the disturbances, with what was really done. */
  public List<DisturbanceBook> in(List<DisturbanceBook> books) {
    Map<String, DisturbanceNote> byName =
        notes.stream().collect(Collectors.toMap(DisturbanceNote::name, Function.identity()));
    return books.stream().map(each -> each.with(byName.get(each.name()))).toList();
  }
}
