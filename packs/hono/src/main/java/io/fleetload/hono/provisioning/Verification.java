// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.registry.FleetSurvey;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.hono.registry.RegistryIndexes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Reads all back and says everything that another tool or an interruption left wrong. */
final class Verification {
  private final Job job;
  private final List<String> wrong = new ArrayList<>();

  Verification(Job job) {
    this.job = job;
  }

  ExitCode run() throws TargetException, UsageException {
    try (RegistryDatabase database = job.registry()) {
      try {
        for (String index : new RegistryIndexes(database).missing()) {
          wrong.add("index: is missing over " + index);
        }
        for (TenantFleet each : TenantFleet.all(job, database)) {
          verify(each);
        }
      } catch (MongoException e) {
        throw database.trouble(e);
      }
      if (job.stopped()) {
        return job.interrupted("not all is verified");
      }
      wrong.forEach(job::say);
      if (!wrong.isEmpty()) {
        throw new TargetException(
            database.place()
                + " is not as the profile asks, see above; provisioning apply mends what"
                + " provisioning wrote");
      }
      job.say("verified: all documents, keys and indexes in " + database.place() + " are right");
      return ExitCode.PASSED;
    }
  }

  private void verify(TenantFleet fleet) {
    String tenant = "tenant " + fleet.tenant() + ": ";
    fleet.entry().problem().ifPresent(wrong::add);
    if (fleet.entry().plan().equals("to update")) {
      wrong.add(tenant + "its entry differs from the profile");
    }
    fleet.look(job);
    for (TenantFleet.Part each : fleet.parts()) {
      FleetSurvey survey = each.survey();
      String registrations = tenant + each.registrations() + ": ";
      String credentials = tenant + each.credentials() + ": ";
      missing(registrations, survey, survey.devices());
      missing(credentials, survey, survey.credentials());
      orphans(registrations, survey);
      takenNames(credentials, survey);
      survey.devices().faults().sentences().forEach(text -> wrong.add(registrations + text));
      survey.credentials().faults().sentences().forEach(text -> wrong.add(credentials + text));
    }
  }

  private void missing(String where, FleetSurvey survey, FleetSurvey.Part part) {
    int count = survey.names().count();
    if (part.missing(count) > 0) {
      wrong.add(
          "%s%d of %d missing; the first is %s"
              .formatted(
                  where,
                  part.missing(count),
                  count,
                  survey.names().name(part.found().nextClearBit(0))));
    }
  }

  private void takenNames(String where, FleetSurvey survey) {
    BitSet taken = survey.takenNames();
    if (!taken.isEmpty()) {
      wrong.add(
          "%s%d with an auth-id that another device has as well; the first is %s"
              .formatted(where, taken.cardinality(), survey.names().name(taken.nextSetBit(0))));
    }
  }

  private void orphans(String where, FleetSurvey survey) {
    BitSet orphans = survey.orphans();
    if (!orphans.isEmpty()) {
      wrong.add(
          "%s%d orphans: a registration without credentials, or the reverse; the first is %s"
              .formatted(where, orphans.cardinality(), survey.names().name(orphans.nextSetBit(0))));
    }
  }
}
