// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import java.util.ArrayList;
import java.util.List;

/** Creates, corrects and verifies a fleet: a process of its own for the bounded-memory test. */
final class FleetProvisioned {
  private FleetProvisioned() {}

  /** Arguments: connection string, devices. Ends with the first exit code that is not 0. */
  public static void main(String[] arguments) {
    List<OneRun> runs = new ArrayList<>();
    for (String secret : List.of("one", "other")) {
      runs.add(
          new OneRun(arguments[0])
              .with("devices.count=" + arguments[1])
              .with("devices.psk.derivedFrom=" + secret));
    }
    int code = runs.get(0).apply();
    code = code == 0 ? runs.get(1).apply() : code;
    code = code == 0 ? runs.get(1).run(Provisioning::verify) : code;
    runs.forEach(each -> each.said.forEach(System.out::println));
    System.exit(code);
  }
}
