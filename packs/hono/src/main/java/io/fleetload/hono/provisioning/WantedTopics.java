// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.name.Topics;
import io.fleetload.hono.profile.TopicSettings;
import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.hono.topics.TenantTopics;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The topics that a profile's tenants need. */
final class WantedTopics {
  private final Job job;

  WantedTopics(Job job) {
    this.job = job;
  }

  /** Makes them, and nothing else. */
  ExitCode run() throws TargetException, UsageException, InterruptedException {
    try (KafkaCluster kafka = job.kafka()) {
      TenantTopics.Changes changes = on(kafka).apply();
      changes.remarks().forEach(job::say);
      if (!changes.ready()) {
        return job.interrupted("topics: " + changes);
      }
      job.say("topics: " + changes);
      return ExitCode.PASSED;
    }
  }

  /**
   * The topics of a cluster that answers.
   *
   * @throws TargetException if it does not
   */
  TenantTopics on(KafkaCluster kafka) throws TargetException, InterruptedException {
    kafka.requireReachable();
    TopicSettings settings = job.profile().topics();
    Map<String, Integer> partitions = new LinkedHashMap<>();
    Map<String, Long> retention = new HashMap<>();
    for (String tenant : job.tenants()) {
      Topics topics = new Topics(tenant, settings);
      partitions.putAll(topics.partitions());
      if (settings.retention() != null) {
        topics.ofTenant().forEach(each -> retention.put(each, settings.retention().millis()));
      }
    }
    return new TenantTopics(
        kafka, partitions, job.profile().target().replication(), retention, job::stopped);
  }
}
