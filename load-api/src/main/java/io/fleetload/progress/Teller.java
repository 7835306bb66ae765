// SPDX-License-Identifier: EPL-2.0
package io.fleetload.progress;

/** Where a tool tells what happens. */
@FunctionalInterface
public interface Teller {
  void tell(ToolEvent event);
}
