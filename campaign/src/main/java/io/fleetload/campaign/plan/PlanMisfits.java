// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import io.fleetload.campaign.cluster.Deadlines;
import io.fleetload.campaign.cluster.ProfileMisfits;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ShardCount;
import io.fleetload.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** Parts of a plan that will not fit, a sentence each that says first what to change. */
record PlanMisfits(
    Scenario scenario,
    FleetLoad load,
    ShardBudget shards,
    BackendBudget backends,
    BookBudget books,
    PlanTimes times,
    NodeBudget nodes) {
  /** A check that ends with a line for the user. */
  @FunctionalInterface
  private interface Check {
    void run() throws UsageException;
  }

  /** The sentences; none if all fits. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    ofShards(lines);
    ofBackends(lines);
    ofCluster(lines);
    ofProfile(lines);
    return lines;
  }

  private void ofShards(List<String> lines) {
    if (shards.count() < shards.least()) {
      lines.add(
          "--shards: give %s or more, as %s ask for them; found %s"
              .formatted(shards.least(), PlanWords.bound(shards.by()), shards.count()));
    }
    check(lines, () -> ShardCount.check(shards.count(), scenario.profile().carriers()));
    check(lines, () -> ShardCount.check(shards.count(), scenario.profile().phases()));
    if (shards.least() > load.sessions()) {
      lines.add(
          "flows: lower the rates, or give more sessions: %s ask for %s shards, and %s sessions make"
                  .formatted(PlanWords.bound(shards.by()), shards.least(), load.sessions())
              + " as many shards at most");
    }
    if (shards.count() + backends.possible() > PlanFigure.PODS.value()) {
      lines.add(
          "--shards: try %s pods without load first: no run of more than %s was tried"
              .formatted(shards.count() + backends.possible(), PlanFigure.PODS.value()));
    }
  }

  private void ofBackends(List<String> lines) {
    if (backends.count() > backends.possible()) {
      lines.add(
          "flows: lower the rates, the receivers or the length: %s arrivals/s and %s in all ask for %s"
                  .formatted(
                      PlanWords.number(load.arrivalRate()),
                      PlanWords.number(load.arrivals()),
                      backends.count())
              + " backends, and pack %s has one".formatted(scenario.pack().name()));
    }
    if (backends.wantedPartitions() > backends.partitions()) {
      lines.add(
          "topics: give each %s partitions, as many as the rate or the backends need; found %s"
              .formatted(backends.wantedPartitions(), backends.partitions()));
    } else if (backends.count() > 1 && backends.partitions() % backends.count() != 0) {
      lines.add(
          "topics: give each a number of partitions that %s divides, so that a device has one backend; found %s"
              .formatted(backends.count(), backends.partitions()));
    }
  }

  private void ofCluster(List<String> lines) {
    if (times.provisioning() > times.provisioningDeadline()) {
      lines.add(
          "loadtest cluster provision: write the devices in parts: it takes %s, and its Job ends after %s"
              .formatted(
                  PlanWords.time(times.provisioning()),
                  PlanWords.time(times.provisioningDeadline())));
    }
    if (books.fetchSeconds() > Deadlines.FETCHING.toSeconds()) {
      lines.add(
          "phases.measure: measure for a shorter time: to fetch the books takes %s, and the backend keeps them for %s"
              .formatted(
                  PlanWords.time(books.fetchSeconds()),
                  PlanWords.time(Deadlines.FETCHING.toSeconds())));
    }
    if (nodes.count() == 0) {
      lines.add("--node: give a larger one; %s carries no shard".formatted(nodes.node().type()));
    }
  }

  private void ofProfile(List<String> lines) {
    lines.addAll(ProfileMisfits.ofRun(scenario));
    if (scenario.run().target().addresses().stream().anyMatch(PlanMisfits::isLoopback)) {
      lines.add("target: name an address that the pods reach; 127.0.0.1 is each pod itself");
    }
    if (scenario.profile().devices().groups().stream()
        .anyMatch(each -> !each.devices().bind().isEmpty())) {
      lines.add("devices.bind: leave it out; the pods do not have these addresses");
    }
  }

  private static boolean isLoopback(String address) {
    return address != null
        && (address.startsWith("127.")
            || address.startsWith("localhost:")
            || address.startsWith("[::1]"));
  }

  private static void check(List<String> lines, Check check) {
    try {
      check.run();
    } catch (UsageException e) {
      lines.add(e.getMessage());
    }
  }
}
