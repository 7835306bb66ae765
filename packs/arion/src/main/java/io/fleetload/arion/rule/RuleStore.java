// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.process.TargetException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A place to which provisioning writes rules; {@link #trouble} describes a failure. */
public interface RuleStore extends AutoCloseable {
  /** The rules that are at the keys of these, in their order; nothing where one is not there. */
  CompletableFuture<Optional<List<NeighborRule>>> read(List<NeighborRule> rules);

  CompletableFuture<Void> write(List<NeighborRule> rules);

  /** Deletes what is at the keys of these; what is not there is no mistake. */
  CompletableFuture<Void> delete(List<NeighborRule> rules);

  /** Message to the user for a failure. */
  TargetException trouble(Throwable why);

  @Override
  void close();
}
