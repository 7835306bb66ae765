// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.List;

/** Looks whether a run finds the devices that it needs; the first that is wrong ends it. */
final class Check {
  private final Job job;

  Check(Job job) {
    this.job = job;
  }

  ExitCode run() throws TargetException, UsageException {
    try (RegistryDatabase database = job.registry()) {
      try {
        List<TenantFleet> fleets = TenantFleet.all(job, database);
        for (TenantFleet fleet : fleets) {
          fleet.entry().requireThere();
          fleet.look(job);
          if (job.stopped()) {
            return job.interrupted("not all is checked");
          }
          for (TenantFleet.Part each : fleet.parts()) {
            each.survey().requireComplete();
          }
          job.say(
              "tenant %s has its %s in %s"
                  .formatted(fleet.tenant(), counts(fleet), database.place()));
        }
        return ExitCode.PASSED;
      } catch (MongoException e) {
        throw database.trouble(e);
      }
    }
  }

  private static String counts(TenantFleet fleet) {
    List<String> counts = new ArrayList<>();
    for (TenantFleet.Part each : fleet.parts()) {
      // Devices first, as they are what a reader looks for.
      counts.add(0, each.survey().names().count() + " " + each.registrations());
    }
    return String.join(" and ", counts);
  }
}
