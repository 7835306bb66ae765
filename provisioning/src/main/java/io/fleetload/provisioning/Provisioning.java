// SPDX-License-Identifier: EPL-2.0
package io.fleetload.provisioning;

import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvents;
import io.fleetload.provisioning.topics.KafkaCluster;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/** What can be done with a profile's fleet in the registry; every one leaves a repeatable state. */
public final class Provisioning {
  private final Job job;

  /** Where a target's Kafka comes from. */
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
  public Provisioning(HonoProfile profile, ToolEvents.Teller teller, StopSignal stop, Clock clock) {
    this(profile, teller, stop, clock, KafkaCluster::open);
  }

  Provisioning(
      HonoProfile profile, ToolEvents.Teller teller, StopSignal stop, Clock clock, Kafka kafkaOf) {
    this.job = new Job(profile, teller, stop, clock, kafkaOf);
  }

  /**
   * Creates what is missing, corrects what differs, leaves the rest.
   *
   * @param newRegistry whether the database may hold no registry yet
   * @throws TargetException if MongoDB or Kafka is not there or what stands there forbids it
   * @throws UsageException if the profile names no MongoDB, or its keys are not to be had
   * @throws InterruptedException if the thread was interrupted
   */
  public ExitCode apply(boolean newRegistry)
      throws TargetException, UsageException, InterruptedException {
    if (!job.profile().target().provision()) {
      job.say("target.provision is false: nothing is written, only checked");
      return check();
    }
    return new Application(job, newRegistry).run();
  }

  /**
   * Says what {@link #apply} would do and writes nothing.
   *
   * @throws TargetException if it would be refused
   */
  public ExitCode plan(boolean newRegistry)
      throws TargetException, UsageException, InterruptedException {
    return new Plan(job, newRegistry).run();
  }

  /**
   * Looks whether the tenants and all of their devices are there; says the first that is wrong.
   *
   * @throws TargetException if they are not, or MongoDB is not reachable
   */
  public ExitCode check() throws TargetException, UsageException {
    return new Check(job).run();
  }

  /**
   * Reads every document back and says all that is wrong, by kind.
   *
   * @throws TargetException if anything is
   */
  public ExitCode verify() throws TargetException, UsageException {
    return new Verification(job).run();
  }

  /**
   * Removes what was written by provisioning and is named by the profile.
   *
   * @param force whether to remove what others wrote under these names as well
   * @throws TargetException if others wrote some of it, without force
   */
  public ExitCode remove(boolean force) throws TargetException, UsageException {
    return new Removal(job, force).run();
  }

  /**
   * Writes the keys in use to a file.
   *
   * @throws IOException if it cannot be written
   */
  public ExitCode export(Path file) throws TargetException, UsageException, IOException {
    return new Export(job, file).run();
  }

  /** Makes, grows and sets the tenants' topics, nothing else. */
  public ExitCode topics() throws TargetException, UsageException, InterruptedException {
    return new WantedTopics(job).run();
  }
}
