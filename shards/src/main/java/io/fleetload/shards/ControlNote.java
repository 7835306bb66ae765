package io.fleetload.shards;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.fleetload.results.Shard;

/** What shards and backend tell each other before the flows begin. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "note")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ControlNote.Opened.class, name = "opened"),
  @JsonSubTypes.Type(value = ControlNote.Here.class, name = "here"),
  @JsonSubTypes.Type(value = ControlNote.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = ControlNote.Gone.class, name = "gone"),
  @JsonSubTypes.Type(value = ControlNote.Start.class, name = "start"),
  @JsonSubTypes.Type(value = ControlNote.Failed.class, name = "failed")
})
public sealed interface ControlNote {
  /**
   * The backend receives, and waits for the shards.
   *
   * @param shards how many
   * @param profile {@link ProfileDigest} of its profile
   * @param backend the process that says so
   */
  record Opened(int shards, String profile, String backend) implements ControlNote {}

  /**
   * A shard takes its place, before it connects.
   *
   * @param shard which
   * @param profile {@link ProfileDigest} of its profile
   * @param process the process that says so
   */
  record Here(Shard shard, String profile, String process) implements ControlNote {}

  /**
   * A shard is connected.
   *
   * @param shard which
   * @param process the process that says so
   */
  record Ready(Shard shard, String process) implements ControlNote {}

  /**
   * A shard does not go on.
   *
   * @param shard which
   * @param process the process that says so
   * @param why one line
   */
  record Gone(Shard shard, String process, String why) implements ControlNote {}

  /**
   * The flows of all shards begin.
   *
   * @param at when, in UTC (ISO 8601)
   */
  record Start(String at) implements ControlNote {}

  /**
   * There is no run.
   *
   * @param why one line
   */
  record Failed(String why) implements ControlNote {}
}
