// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plan as people read it: one screen. */
public final class PlanText {
  private static final int MOST_PRICES = 4;
  private static final int MOST_MISFITS = 6;

  private final PaperPlan plan;
  private final List<String> lines = new ArrayList<>();

  private PlanText(PaperPlan plan) {
    this.plan = plan;
  }

  /** The lines of a plan. */
  public static List<String> lines(PaperPlan plan) {
    PlanText text = new PlanText(plan);
    text.load();
    text.shards();
    text.backends();
    text.times();
    text.nodes();
    text.misfits();
    return text.lines;
  }

  private void row(String name, String what) {
    lines.add(String.format(Locale.ROOT, "  %-14s %s", name, what));
  }

  private void load() {
    FleetLoad load = plan.load();
    lines.add(
        "%s: %s devices in %s sessions, %s messages/s at most, %s in all"
            .formatted(
                plan.name(),
                PlanWords.number(load.devices()),
                PlanWords.number(load.sessions()),
                PlanWords.number(load.rate()),
                PlanWords.number(load.messages())));
    if (!load.unknown().isEmpty()) {
      row("not counted", String.join(", ", load.unknown()) + ": no rate is known before the run");
    }
  }

  private void shards() {
    ShardBudget shards = plan.shards();
    row(
        "shards",
        "%s%s: %s decide; each has %s, %s messages/s"
            .formatted(
                PlanWords.number(shards.count()),
                shards.given() ? " (given)" : "",
                PlanWords.bound(shards.by()),
                PlanWords.count(shards.sessions(), "session"),
                PlanWords.number(shards.rate())));
    bound(ShardBudget.PORTS, "%s source ports a pod");
    bound(ShardBudget.MEMORY, "%s sessions in the memory of a pod");
    bound(ShardBudget.PROCESSOR, "%s messages/s of its one thread, half busy");
    bound(ShardBudget.CONNECTS, "%s connects/s of that thread, half busy");
    row(
        "one shard",
        "%s MB of %s MiB, %s processors of %s"
            .formatted(
                PlanWords.number(shards.memoryMb()),
                PlanWords.number(PlanFigure.SHARD_MIB.value()),
                PlanWords.number(shards.processors()),
                PlanWords.number(PlanFigure.SHARD_MILLI.value() / 1e3)));
  }

  private void bound(String name, String what) {
    ShardBudget.ShardBound bound = plan.shards().bounds().get(name);
    row(
        "  " + name,
        "%s: %s%s"
            .formatted(
                PlanWords.number(bound.shards()),
                what.formatted(PlanWords.number(bound.perShard())),
                bound.measured() ? "" : ", not measured for this pack"));
  }

  private void backends() {
    BackendBudget backends = plan.backends();
    if (backends.count() == 0) {
      row("backends", "0: no flow arrives at a backend");
      return;
    }
    row(
        "backends",
        "%s: %s messages/s, %s processors and %s MB each"
            .formatted(
                backends.count(),
                PlanWords.number(backends.arrivals()),
                PlanWords.number(backends.processors()),
                PlanWords.number(backends.memoryMb())));
    if (backends.topics() > 0) {
      row(
          "partitions",
          "%s a topic are enough to read; the profile has %s or more in %s"
              .formatted(
                  backends.wantedPartitions(),
                  backends.partitions(),
                  PlanWords.count(backends.topics(), "topic")));
    }
  }

  private void times() {
    PlanTimes times = plan.times();
    BookBudget books = plan.books();
    row(
        "books",
        "%s/s a shard; %s in all: %s to fetch at %s MB/s, %s to merge"
            .formatted(
                PlanWords.bytes(books.shardBytesPerSecond()),
                PlanWords.bytes(books.allBytes()),
                PlanWords.time(books.fetchSeconds()),
                PlanFigure.FETCH_MB.value(),
                PlanWords.time(books.mergeSeconds())));
    row(
        "provisioning",
        times.writes()
            ? "%s at %s devices/s%s; its Job has %s"
                .formatted(
                    PlanWords.time(times.provisioning()),
                    PlanWords.number(times.written()),
                    times.measured() ? "" : ", not measured for this pack",
                    PlanWords.time(times.provisioningDeadline()))
            : "writes nothing");
    row(
        "connecting",
        "%s at %s/s"
            .formatted(
                PlanWords.time(times.connecting()), PlanWords.number(plan.load().connectRate())));
    row(
        "length",
        "%s in all, %s of it flows and drain"
            .formatted(PlanWords.time(times.length()), PlanWords.time(times.flows())));
    row(
        "deadlines",
        "Kubernetes ends the shards after %s, the backend after %s"
            .formatted(
                PlanWords.time(times.shardDeadline()), PlanWords.time(times.backendDeadline())));
    row("API server", "%s logs to follow at once".formatted(PlanWords.number(plan.pods())));
  }

  private void nodes() {
    NodeBudget nodes = plan.nodes();
    row(
        "nodes",
        "%s of %s, %s shards on each at most"
            .formatted(
                nodes.count(), nodes.node().type(), Math.max(0, nodes.node().shardsBeside(0))));
    if (plan.prices() == null) {
      return;
    }
    plan.prices().stream().limit(MOST_PRICES).forEach(each -> row("  price", price(each)));
    if (plan.prices().size() > MOST_PRICES) {
      row("  price", "%s more with --json".formatted(plan.prices().size() - MOST_PRICES));
    }
  }

  private static String price(NodeBudget each) {
    return each.price() == null
        ? "%s carries no shard".formatted(each.node().type())
        : "%s for the run: %s of %s"
            .formatted(PlanWords.number(each.price()), each.count(), each.node());
  }

  private void misfits() {
    List<String> misfits = plan.misfits();
    if (misfits.isEmpty()) {
      row("will not fit", "nothing");
    }
    misfits.stream().limit(MOST_MISFITS).forEach(each -> row("will not fit", each));
    if (misfits.size() > MOST_MISFITS) {
      row("will not fit", "%s more with --json".formatted(misfits.size() - MOST_MISFITS));
    }
  }
}
