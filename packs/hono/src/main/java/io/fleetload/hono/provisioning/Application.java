// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.hono.registry.FleetSurvey;
import io.fleetload.hono.registry.FleetWriter;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.hono.registry.RegistryIndexes;
import io.fleetload.hono.registry.Tally;
import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.hono.topics.TenantTopics;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.util.List;
import java.util.Optional;

/**
 * Brings the system under test to what a profile asks for. Everything that can refuse comes before
 * the first write: Kafka's answer, the database's name, the user's rights, the tenants' state,
 * foreign devices with our names. It can be killed at any point: the next time surveys again.
 */
final class Application {
  private final Job job;
  private final boolean newRegistry;
  private final StringBuilder done = new StringBuilder();

  Application(Job job, boolean newRegistry) {
    this.job = job;
    this.newRegistry = newRegistry;
  }

  ExitCode run() throws TargetException, UsageException, InterruptedException {
    try (RegistryDatabase database = job.registry();
        KafkaCluster kafka = job.kafka()) {
      TenantTopics topics = new WantedTopics(job).on(kafka);
      try {
        List<TenantFleet> fleets = surveyed(job, database, newRegistry);
        if (job.stopped()) {
          return job.interrupted("nothing is written");
        }
        Optional<String> leftOut = new RegistryIndexes(database).create();
        if (isExternal(job)) {
          leftOut.ifPresent(job::say);
        }
        for (TenantFleet each : fleets) {
          write(each, database);
          if (job.stopped()) {
            return job.interrupted(done.toString());
          }
        }
      } catch (MongoException e) {
        throw broken(database.trouble(e));
      }
      TenantTopics.Changes changes = topics.apply();
      changes.remarks().forEach(job::say);
      done.append("; topics: ").append(changes);
      if (!changes.ready()) {
        return job.interrupted(done.toString());
      }
      job.say(done.toString());
      return ExitCode.PASSED;
    }
  }

  private static boolean isExternal(Job job) {
    return job.profile().target().kind() == HonoTarget.Kind.EXTERNAL;
  }

  /** Surveys the fleets in the registry, if nothing forbids to write. */
  static List<TenantFleet> surveyed(Job job, RegistryDatabase database, boolean newRegistry)
      throws TargetException, UsageException {
    List<TenantFleet> fleets = TenantFleet.all(job, database);
    // The process that comes first makes the embedded registry.
    if (!newRegistry && isExternal(job)) {
      database.requireRegistry();
    }
    database.requireWritable();
    for (TenantFleet each : fleets) {
      each.entry().requireUsable();
    }
    for (TenantFleet each : fleets) {
      each.look(job);
    }
    if (!job.stopped()) {
      for (TenantFleet each : fleets) {
        each.requireNoForeign();
      }
    }
    return fleets;
  }

  private void write(TenantFleet fleet, RegistryDatabase database) throws UsageException {
    if (!done.isEmpty()) {
      job.say(done.toString());
      done.setLength(0);
    }
    if (fleet.authority().isPresent()) {
      fleet.authority().get().keep(job);
    }
    done.append("tenant ").append(fleet.tenant()).append(": ").append(fleet.entry().apply());
    for (TenantFleet.Part each : fleet.parts()) {
      FleetSurvey survey = each.survey();
      FleetWriter writer =
          new FleetWriter(survey, fleet.envelope(), job::stopped, job.progress(), job.writers());
      write(
          each.registrations(),
          tally -> writer.write(each.registrations(), database.devices(), survey.devices(), tally));
      write(
          each.credentials(),
          tally ->
              writer.write(
                  each.credentials(), database.credentials(), survey.credentials(), tally));
    }
  }

  private interface Writing {
    void with(Tally tally);
  }

  private void write(String what, Writing writing) {
    if (job.stopped()) {
      return;
    }
    Tally tally = new Tally();
    try {
      writing.with(tally);
    } finally {
      done.append("; ").append(what).append(": ").append(tally);
    }
  }

  /** Failure in the middle of the work, which says how far it came. */
  private TargetException broken(TargetException trouble) {
    return done.isEmpty()
        ? trouble
        : new TargetException(trouble.getMessage() + "; " + done + "; run it again to complete it");
  }
}
