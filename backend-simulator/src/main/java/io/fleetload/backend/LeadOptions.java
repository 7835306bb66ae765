package io.fleetload.backend;

import io.fleetload.driver.Carriers;
import io.fleetload.hono.ShardCount;
import io.fleetload.hono.ShardTopics;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Run;
import io.fleetload.profile.Span;
import picocli.CommandLine.Option;

/** Whether the backend leads shards, and how many. */
final class LeadOptions {
  @Option(
      names = "--shards",
      paramLabel = "K",
      description =
          "leads the K shards of the run, where run.barrier is kafka: says when they begin, takes in"
              + " their books, and judges the whole")
  private Integer shards;

  /** For picocli. */
  LeadOptions() {}

  LeadOptions(Integer shards) {
    this.shards = shards;
  }

  /** Whether there are shards to be led. */
  boolean areLed() {
    return shards != null;
  }

  /** How many. */
  int count() {
    return shards;
  }

  /**
   * Looks whether they can be.
   *
   * @param carriers the sessions that they share
   * @param runId what the user said, or null
   * @param longest the end of the run that the user set, or null
   * @throws UsageException if they cannot
   */
  void check(Run run, Carriers carriers, String runId, Span longest) throws UsageException {
    if (!areLed()) {
      return;
    }
    ShardCount.check(shards, carriers);
    if (!ShardTopics.areMeantBy(run)) {
      throw new UsageException(
          "--shards: the backend leads shards that meet over Kafka; give the profile"
              + " run.barrier: kafka");
    }
    if (runId == null) {
      throw new UsageException(
          "--shards: the shards of a run are known by its id; give the backend, and all of them,"
              + " the same --run-id");
    }
    if (longest != null) {
      throw new UsageException("--for: the run ends with its shards; leave out --for or --shards");
    }
  }
}
