// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import com.hazelcast.core.HazelcastException;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.arion.rule.RuleMap;
import io.fleetload.arion.rule.RuleStore;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.process.TargetException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The rules in the map that the server reads. */
public final class MapRules implements RuleStore {
  private static final int READERS = 4;
  private static final int LONGEST_READ_SECONDS = 60;

  private final ArionTarget target;
  private final RuleMap map;
  private final ExecutorService readers = Executors.newFixedThreadPool(READERS);

  public MapRules(ArionTarget target) throws TargetException {
    this.target = target;
    this.map = RuleMap.open(target);
  }

  private static String key(NeighborRule rule) {
    return RuleMap.key(rule.tunnelId(), rule.ip());
  }

  @Override
  public CompletableFuture<Optional<List<NeighborRule>>> read(List<NeighborRule> rules) {
    Set<String> keys = new HashSet<>();
    rules.forEach(each -> keys.add(key(each)));
    return CompletableFuture.supplyAsync(() -> map.read(keys), readers)
        // A value can take as long to read as the client that stored it wants.
        .orTimeout(LONGEST_READ_SECONDS, TimeUnit.SECONDS)
        .thenApply(
            found ->
                found.size() < keys.size()
                    ? Optional.empty()
                    : Optional.of(rules.stream().map(each -> found.get(key(each))).toList()));
  }

  @Override
  public CompletableFuture<Void> write(List<NeighborRule> rules) {
    Map<String, Object> values = new HashMap<>();
    rules.forEach(each -> values.put(key(each), map.value(each)));
    return map.write(values).toCompletableFuture();
  }

  @Override
  public CompletableFuture<Void> delete(List<NeighborRule> rules) {
    return CompletableFuture.allOf(
        rules.stream()
            .map(each -> map.delete(key(each)).toCompletableFuture())
            .toArray(CompletableFuture[]::new));
  }

  @Override
  public TargetException trouble(Throwable why) {
    String reason =
        why instanceof TimeoutException || why.getCause() instanceof TimeoutException
            ? "its values took longer than %d s to read".formatted(LONGEST_READ_SECONDS)
            : why.getCause() instanceof HazelcastException e ? e.getMessage() : why.getMessage();
    return new TargetException(
        "Hazelcast at %s failed: %s (target.hazelcast)".formatted(target.hazelcast(), reason));
  }

  @Override
  public void close() {
    readers.shutdownNow();
    map.close();
  }
}
