// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.start;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** The flows begin when the fleet is connected. */
public record StartAtOnce() implements FlowStart {
  @Override
  public CompletableFuture<Instant> agreed() {
    return CompletableFuture.completedFuture(null);
  }
}
