// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.process.TargetException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where provisioning writes rules; what fails, {@link #trouble} says. */
public interface RuleStore extends AutoCloseable {
  /** The rules that are at the keys of these, in their order; nothing where one is not there. */
  CompletableFuture<Optional<List<NeighborRule>>> read(List<NeighborRule> rules);

  CompletableFuture<Void> write(List<NeighborRule> rules);

  /** Deletes what is at the keys of these; what is not there is no mistake. */
  CompletableFuture<Void> delete(List<NeighborRule> rules);

  /** What a failure says to the user. */
  TargetException trouble(Throwable why);

  @Override
  void close();
}
