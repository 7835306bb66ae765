package io.fleetload.hono;

import io.fleetload.profile.Run;

/**
 * The Kafka topics at which the shards of a run meet and hand in their books.
 *
 * @param control where shards and backend agree on when to begin
 * @param results where each shard puts its book
 */
public record ShardTopics(String control, String results) {
  private static final String BARRIER = "kafka";

  /** Whether a profile's shards meet over Kafka, and not in a directory. */
  public static boolean areMeantBy(Run run) {
    return BARRIER.equals(run.barrier());
  }

  /** Those of a profile, named by {@code topics.shards} or else by the run. */
  public static ShardTopics of(HonoProfile profile) {
    String prefix = profile.topics().shards();
    String names = prefix == null ? "fleetload." + profile.run().name() : prefix;
    return new ShardTopics(names + ".control", names + ".results");
  }
}
