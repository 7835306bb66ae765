// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.arion.profile.Rules;
import io.fleetload.arion.rule.RuleMap;
import io.fleetload.arion.rule.RuleStore;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntBiFunction;

/** Writes the rules of a profile, through the server or into its Hazelcast. */
public final class RuleProvisioner implements Provisioner {
  /** Number of rules that are a sample of all if a run only looks. */
  private static final int LOOKED_AT = 100;

  private static final long SECOND = 1_000_000_000L;

  private final ArionProfile profile;
  private final ProvisionedRules rules;
  private final Teller teller;
  private final StopSignal stop;

  public RuleProvisioner(ArionProfile profile, Teller teller, StopSignal stop) {
    this.profile = profile;
    this.rules = new ProvisionedRules(profile.rules());
    this.teller = teller;
    this.stop = stop;
  }

  /** A step with a batch of rules; returns the number of rules that it concerned. */
  @FunctionalInterface
  private interface Step {
    CompletableFuture<Integer> with(RuleStore store, List<NeighborRule> batch);
  }

  @Override
  public ExitCode apply(boolean newRegistry) throws TargetException, UsageException {
    return all(RuleProvisioner::correct, "rules written");
  }

  @Override
  public ExitCode plan(boolean newRegistry) throws TargetException, UsageException {
    return all(RuleProvisioner::wrong, "rules to be written");
  }

  @Override
  public ExitCode remove(boolean force) throws TargetException, UsageException {
    if (!force) {
      try (RuleStore store = store()) {
        int foreign = run(store, RuleProvisioner::foreign, "rules looked at");
        if (foreign > 0) {
          throw new TargetException(
              "%d rules at %s were written by others than provisioning and runs; nothing is removed: --force removes them too"
                  .formatted(foreign, place()));
        }
      }
    }
    return all(
        (store, batch) -> store.delete(batch).thenApply(done -> batch.size()), "rules removed");
  }

  @Override
  public ExitCode verify() throws TargetException, UsageException {
    try (RuleStore store = store()) {
      int wrong = run(store, RuleProvisioner::wrong, "rules verified");
      if (stop.why() != null) {
        return interrupted();
      }
      if (wrong > 0) {
        throw new TargetException(
            "%d of %d rules at %s are missing or differ; provisioning apply writes them"
                .formatted(wrong, rules.count(), place()));
      }
      say("%d rules at %s are as wanted".formatted(rules.count(), place()));
      return ExitCode.PASSED;
    }
  }

  @Override
  public ExitCode check() throws TargetException, UsageException {
    try (RuleStore store = store()) {
      int looked = Math.min(LOOKED_AT, rules.count());
      for (int i = 0; i < looked; i++) {
        NeighborRule rule = rules.rule((int) ((long) rules.count() * i / looked));
        if (!isThere(store, rule)) {
          throw new TargetException(
              "rule %s is not at %s; write the rules with provisioning apply, or let the run do it: target.provision: true"
                  .formatted(RuleMap.key(rule.tunnelId(), rule.ip()), place()));
        }
      }
      return ExitCode.PASSED;
    }
  }

  private static boolean isThere(RuleStore store, NeighborRule rule) throws TargetException {
    try {
      return store.read(List.of(rule)).join().isPresent();
    } catch (CompletionException e) {
      throw store.trouble(e);
    }
  }

  private RuleStore store() throws TargetException, UsageException {
    return profile.rules().way() == Rules.Way.SERVER
        ? new ServerRules(profile.target())
        : new MapRules(profile.target());
  }

  private String place() {
    ArionTarget target = profile.target();
    return profile.rules().way() == Rules.Way.SERVER
        ? "the server " + target.server()
        : "Hazelcast " + target.hazelcast();
  }

  private ExitCode all(Step step, String what) throws TargetException, UsageException {
    try (RuleStore store = store()) {
      int concerned = run(store, step, what);
      if (stop.why() != null) {
        return interrupted();
      }
      say("%s: %d of %d, at %s".formatted(what, concerned, rules.count(), place()));
      return ExitCode.PASSED;
    }
  }

  private ExitCode interrupted() {
    say("interrupted; run it again to complete it");
    return ExitCode.INTERRUPTED;
  }

  private void say(String text) {
    teller.tell(new ToolEvent.Sentence(TOOL, text));
  }

  /** Takes a step with each batch; says how many rules they concerned. */
  private int run(RuleStore store, Step step, String what) throws TargetException {
    AtomicInteger concerned = new AtomicInteger();
    Pipeline pipeline = new Pipeline();
    int size = profile.rules().batch();
    long began = System.nanoTime();
    long told = began;
    for (int from = 0; from < rules.count() && goesOn(pipeline); from += size) {
      List<NeighborRule> batch = rules.range(from, Math.min(rules.count(), from + size));
      pipeline.begin(() -> step.with(store, batch).thenAccept(concerned::addAndGet));
      long now = System.nanoTime();
      if (now - told >= SECOND) {
        told = now;
        tell(what, from, (now - began) / (double) SECOND);
      }
    }
    Throwable failure = pipeline.end();
    if (failure != null) {
      throw store.trouble(failure);
    }
    return concerned.get();
  }

  private boolean goesOn(Pipeline pipeline) {
    return !pipeline.failed() && stop.why() == null;
  }

  private void tell(String what, int done, double seconds) {
    double perSecond = done / seconds;
    Double left = done == 0 ? null : (rules.count() - done) / perSecond;
    teller.tell(new ToolEvent.WorkProgress(TOOL, what, done, rules.count(), perSecond, left));
  }

  private static CompletableFuture<Integer> correct(RuleStore store, List<NeighborRule> batch) {
    return store
        .read(batch)
        .thenApply(found -> found.map(each -> ProvisionedRules.differing(batch, each)))
        .thenCompose(
            differing -> {
              List<NeighborRule> wrong = differing.orElse(batch);
              return wrong.isEmpty()
                  ? CompletableFuture.completedFuture(0)
                  : store.write(wrong).thenApply(done -> wrong.size());
            });
  }

  private static CompletableFuture<Integer> wrong(RuleStore store, List<NeighborRule> batch) {
    return count(store, batch, 1, (all, found) -> ProvisionedRules.differing(all, found).size());
  }

  private static CompletableFuture<Integer> foreign(RuleStore store, List<NeighborRule> batch) {
    return count(store, batch, 0, ProvisionedRules::foreign);
  }

  /** Counts rules as they are found. Where one is missing, the halves of the batch say which. */
  private static CompletableFuture<Integer> count(
      RuleStore store,
      List<NeighborRule> batch,
      int missing,
      ToIntBiFunction<List<NeighborRule>, List<NeighborRule>> counted) {
    return store
        .read(batch)
        .thenCompose(
            found -> {
              if (found.isPresent() || batch.size() == 1) {
                return CompletableFuture.completedFuture(
                    found.map(each -> counted.applyAsInt(batch, each)).orElse(missing));
              }
              int half = batch.size() / 2;
              return count(store, batch.subList(0, half), missing, counted)
                  .thenCombine(
                      count(store, batch.subList(half, batch.size()), missing, counted),
                      Integer::sum);
            });
  }
}
