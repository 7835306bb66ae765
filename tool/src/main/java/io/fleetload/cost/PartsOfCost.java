// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.results.cost.CostParts;
import io.fleetload.results.cost.ProcessCost;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The parts of an installation that a cost is of. */
final class PartsOfCost {
  private final List<String> installation;

  /**
   * Of an installation.
   *
   * @param installation the parts that it has
   */
  PartsOfCost(List<String> installation) {
    this.installation = installation;
  }

  /**
   * Returns the parts, or null if no process of the target was watched.
   *
   * @param watched all processes
   * @param costs the costs that could be read of them
   */
  CostParts of(Collection<ProcessWatch> watched, List<ProcessCost> costs) {
    List<ProcessWatch> ofTarget = watched.stream().filter(ProcessWatch::isOfTarget).toList();
    if (ofTarget.isEmpty()) {
      return null;
    }
    Set<String> given = new HashSet<>();
    ofTarget.forEach(each -> given.addAll(each.parts()));
    Set<String> read = new HashSet<>();
    costs.stream()
        .filter(each -> each.cpuSeconds() != null)
        .map(ProcessCost::parts)
        .filter(Objects::nonNull)
        .forEach(read::addAll);
    long unknown = ofTarget.stream().filter(each -> each.parts().isEmpty()).count();
    List<String> all =
        Stream.concat(installation.stream(), given.stream().sorted()).distinct().toList();
    return new CostParts(
        all.stream().filter(read::contains).toList(),
        all.stream().filter(part -> !given.contains(part)).toList(),
        all.stream().filter(part -> given.contains(part) && !read.contains(part)).toList(),
        unknown == 0 ? null : Integer.valueOf((int) unknown));
  }
}
