// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.registry.FleetSurvey;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.hono.registry.RegistryIndexes;
import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.util.List;

/** Says what {@link Application} would do; refuses what it would refuse. */
final class Plan {
  private final Job job;
  private final boolean newRegistry;

  Plan(Job job, boolean newRegistry) {
    this.job = job;
    this.newRegistry = newRegistry;
  }

  ExitCode run() throws TargetException, UsageException, InterruptedException {
    try (RegistryDatabase database = job.registry();
        KafkaCluster kafka = job.kafka()) {
      String topics = new WantedTopics(job).on(kafka).plan();
      try {
        List<TenantFleet> fleets = Application.surveyed(job, database, newRegistry);
        if (job.stopped()) {
          return job.interrupted("nothing is written");
        }
        List<String> indexes = new RegistryIndexes(database).missing();
        if (!indexes.isEmpty()) {
          job.say("indexes to create: " + String.join(", ", indexes));
        }
        for (TenantFleet each : fleets) {
          job.say(sentence(each));
        }
      } catch (MongoException e) {
        throw database.trouble(e);
      }
      job.say("topics: " + topics + "; nothing is written");
      return ExitCode.PASSED;
    }
  }

  private static String sentence(TenantFleet fleet) {
    StringBuilder text =
        new StringBuilder("tenant " + fleet.tenant() + ": " + fleet.entry().plan());
    for (TenantFleet.Part each : fleet.parts()) {
      int count = each.survey().names().count();
      text.append("; ").append(each.registrations()).append(": ");
      text.append(counts(each.survey().devices(), count));
      text.append("; ").append(each.credentials()).append(": ");
      text.append(counts(each.survey().credentials(), count));
    }
    return text.toString();
  }

  private static String counts(FleetSurvey.Part part, int count) {
    int wrong = part.wrong().cardinality();
    return "%d to create, %d to update, %d unchanged"
        .formatted(part.missing(count), wrong, part.found().cardinality() - wrong);
  }
}
