// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.Shard;
import java.util.Objects;
import java.util.UUID;

/**
 * A process that takes part in a run.
 *
 * @param shard which shard it is; null for the backend
 * @param process tells it from another process that claims to be the same
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Participant(Shard shard, String process) {
  /** A participant without a process is none. */
  public Participant {
    Objects.requireNonNull(process, "process");
  }

  /** This process as a shard; null as the backend. */
  public static Participant of(Shard shard) {
    return new Participant(shard, UUID.randomUUID().toString());
  }

  /** Whether it is the backend. */
  @JsonIgnore
  boolean isBackend() {
    return shard == null;
  }

  /** The shard's number; 0 for the backend. */
  int number() {
    return isBackend() ? 0 : shard.number();
  }

  /** What it is called in messages. */
  @Override
  public String toString() {
    return isBackend() ? "the backend" : "shard " + shard;
  }
}
