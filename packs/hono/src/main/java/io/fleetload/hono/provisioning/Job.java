// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.registry.Progress;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Inputs of every command of provisioning.
 *
 * @param profile what is wanted
 * @param teller reports what happens
 * @param stop ends the work between two batches
 * @param clock what {@code created} and {@code updatedOn} are taken from
 * @param kafkaOf where a target's Kafka comes from
 */
record Job(
    HonoProfile profile, Teller teller, StopSignal stop, Clock clock, Provisioning.Kafka kafkaOf) {

  RegistryDatabase registry() throws TargetException, UsageException {
    return RegistryDatabase.open(profile.target());
  }

  KafkaCluster kafka() throws TargetException, UsageException {
    return kafkaOf.open(profile.target());
  }

  /** The profile's own tenants and the further ones. */
  List<String> tenants() {
    List<String> tenants = new ArrayList<>();
    profile.sharedBy().shares().forEach(each -> tenants.add(each.id()));
    tenants.addAll(profile.registry().tenants());
    return tenants;
  }

  int writers() {
    return profile.registry().writers();
  }

  Progress progress() {
    return new WorkMeter(teller, System::nanoTime)::begin;
  }

  boolean stopped() {
    return stop.why() != null;
  }

  ExitCode interrupted(String done) {
    say("interrupted; " + done + "; run it again to complete it");
    return ExitCode.INTERRUPTED;
  }

  void say(String text) {
    teller.tell(new ToolEvent.Sentence(Provisioner.TOOL, text));
  }
}
