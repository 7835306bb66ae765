// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.run.Shard;
import java.util.Objects;
import java.util.UUID;

/**
 * A process that takes part in a run. Of several backends the first one leads: it says when the
 * flows begin, and takes in all books.
 *
 * @param shard which shard it is; null for a backend
 * @param backend which of the backends it is; null for a shard
 * @param process tells it from another process that claims to be the same
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Participant(Shard shard, Shard backend, String process) {
  /**
   * Refuses a participant without a process, and one that is both a shard and a backend, or
   * neither.
   */
  public Participant {
    Objects.requireNonNull(process, "process");
    if ((shard == null) == (backend == null)) {
      throw new IllegalArgumentException("expected either a shard or a backend");
    }
  }

  /** This process as a shard. */
  public static Participant shard(Shard which) {
    return new Participant(which, null, UUID.randomUUID().toString());
  }

  /** This process as one of the backends. */
  public static Participant backend(Shard which) {
    return new Participant(null, which, UUID.randomUUID().toString());
  }

  /** Returns whether it is a backend. */
  @JsonIgnore
  boolean isBackend() {
    return backend != null;
  }

  /** Returns its number among its kind. */
  @JsonIgnore
  int number() {
    return isBackend() ? backend.number() : shard.number();
  }

  /** Returns whether it is the backend that leads. */
  @JsonIgnore
  boolean leads() {
    return isBackend() && backend.number() == 1;
  }

  /** Returns its name in messages. */
  @Override
  public String toString() {
    if (!isBackend()) {
      return "shard " + shard;
    }
    return backend.of() == 1 ? "the backend" : "backend " + backend;
  }
}
