// SPDX-License-Identifier: EPL-2.0
package io.fleetload.progress;

/** Takes the events of a tool. */
@FunctionalInterface
public interface Teller {
  void tell(ToolEvent event);
}
