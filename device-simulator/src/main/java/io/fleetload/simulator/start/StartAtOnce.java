package io.fleetload.simulator.start;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** The flows begin when the fleet is connected. */
public record StartAtOnce() implements FlowStart {
  @Override
  public void enter() {
    // It always can.
  }

  @Override
  public void stillPossible(String connected) {
    // It always is.
  }

  @Override
  public CompletableFuture<Instant> agreed() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public String waitsFor() {
    return null;
  }

  @Override
  public void giveUp(String why) {
    // Nobody waits.
  }
}
