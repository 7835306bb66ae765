// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.util.List;
import java.util.function.Consumer;

/**
 * A fault and what the product must make of it; docs/explanation/faults.md has a row for each.
 *
 * @param name as docs/explanation/faults.md has it
 * @param schedule what goes wrong
 * @param exit the exit code that must come out
 * @param status the verdict's word that must stand in the result
 * @param said what must stand in what is printed, as regular expressions
 * @param more what else must hold
 */
record NamedFault(
    String name,
    FaultSchedule schedule,
    int exit,
    String status,
    List<String> said,
    Consumer<FaultRun.Outcome> more) {

  /** A fault of which nothing more is asked. */
  static NamedFault of(
      String name, FaultSchedule schedule, int exit, String status, String... said) {
    return new NamedFault(name, schedule, exit, status, List.of(said), outcome -> {});
  }

  /** The same, of which more is asked. */
  NamedFault and(Consumer<FaultRun.Outcome> asked) {
    return new NamedFault(name, schedule, exit, status, said, asked);
  }

  /** The tenant that its run has for itself. */
  String tenant() {
    return name.replace(' ', '-');
  }

  @Override
  public String toString() {
    return name;
  }
}
