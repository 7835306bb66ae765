// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/** Commands on a profile's fleet in the registry; every one leaves a repeatable state. */
public final class Provisioning implements Provisioner {
  private final Job job;

  /** Source of a target's Kafka. */
  @FunctionalInterface
  interface Kafka {
    KafkaCluster open(HonoTarget target) throws UsageException, TargetException;
  }

  /**
   * Of a profile.
   *
   * @param stop ends it between two batches
   * @param clock what {@code created} and {@code updatedOn} are taken from
   */
  public Provisioning(HonoProfile profile, Teller teller, StopSignal stop, Clock clock) {
    this(profile, teller, stop, clock, KafkaCluster::open);
  }

  Provisioning(HonoProfile profile, Teller teller, StopSignal stop, Clock clock, Kafka kafkaOf) {
    this.job = new Job(profile, teller, stop, clock, kafkaOf);
  }

  @Override
  public ExitCode apply(boolean newRegistry)
      throws TargetException, UsageException, InterruptedException {
    if (!job.profile().target().provision()) {
      job.say("target.provision is false: nothing is written, only checked");
      return check();
    }
    return isManaged()
        ? new ManagedProvisioning(job).apply()
        : new Application(job, newRegistry).run();
  }

  @Override
  public ExitCode plan(boolean newRegistry)
      throws TargetException, UsageException, InterruptedException {
    return isManaged() ? new ManagedProvisioning(job).plan() : new Plan(job, newRegistry).run();
  }

  @Override
  public ExitCode check() throws TargetException, UsageException {
    return isManaged() ? new ManagedProvisioning(job).check(false) : new Check(job).run();
  }

  @Override
  public ExitCode verify() throws TargetException, UsageException {
    return isManaged() ? new ManagedProvisioning(job).check(true) : new Verification(job).run();
  }

  @Override
  public ExitCode remove(boolean force) throws TargetException, UsageException {
    return isManaged() ? new ManagedProvisioning(job).remove(force) : new Removal(job, force).run();
  }

  @Override
  public ExitCode export(Path file) throws TargetException, UsageException, IOException {
    return new Export(job, file).run();
  }

  @Override
  public ExitCode topics() throws TargetException, UsageException, InterruptedException {
    return new WantedTopics(job).run();
  }

  private boolean isManaged() {
    return job.profile().target().access().registry() != null;
  }
}
