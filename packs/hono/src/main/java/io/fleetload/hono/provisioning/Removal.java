// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.registry.FleetRemoval;
import io.fleetload.hono.registry.FleetSurvey;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.util.BitSet;
import java.util.List;

/** Takes the profile's fleet out of the registry; refuses what others wrote. Topics stay. */
final class Removal {
  private final Job job;
  private final boolean force;

  Removal(Job job, boolean force) {
    this.job = job;
    this.force = force;
  }

  ExitCode run() throws TargetException, UsageException {
    try (RegistryDatabase database = job.registry()) {
      try {
        database.requireWritable();
        List<TenantFleet> fleets = TenantFleet.all(job, database);
        for (TenantFleet each : fleets) {
          each.look(job);
        }
        if (job.stopped()) {
          return job.interrupted("nothing is removed");
        }
        if (!force) {
          for (TenantFleet each : fleets) {
            requireOurs(each, database);
          }
        }
        for (TenantFleet each : fleets) {
          String done = removed(each, database);
          if (job.stopped()) {
            return job.interrupted(done);
          }
          job.say(done);
        }
        return ExitCode.PASSED;
      } catch (MongoException e) {
        throw database.trouble(e);
      }
    }
  }

  private static void requireOurs(TenantFleet fleet, RegistryDatabase database)
      throws TargetException {
    for (TenantFleet.Part each : fleet.parts()) {
      BitSet foreign = each.survey().foreign();
      if (!foreign.isEmpty()) {
        throw new TargetException(
            ("tenant %s has %d %s in %s that were not written by provisioning, the first is %s;"
                    + " nothing is removed: --force removes them too")
                .formatted(
                    fleet.tenant(),
                    foreign.cardinality(),
                    each.registrations(),
                    database.place(),
                    each.survey().names().name(foreign.nextSetBit(0))));
      }
    }
  }

  private String removed(TenantFleet fleet, RegistryDatabase database) {
    StringBuilder done = new StringBuilder("tenant " + fleet.tenant() + ": ");
    for (TenantFleet.Part each : fleet.parts()) {
      FleetSurvey survey = each.survey();
      FleetRemoval removal =
          new FleetRemoval(
              survey, fleet.tenant(), force, job::stopped, job.progress(), job.writers());
      int credentials =
          removal.remove(each.credentials(), database.credentials(), survey.credentials());
      done.append("%s: %d removed; ".formatted(each.credentials(), credentials));
      if (!job.stopped()) {
        int devices = removal.remove(each.registrations(), database.devices(), survey.devices());
        done.append("%s: %d removed; ".formatted(each.registrations(), devices));
      }
    }
    return job.stopped()
        ? done.append("the tenant is kept").toString()
        : done.append("the tenant: ").append(fleet.entry().remove(force)).toString();
  }
}
