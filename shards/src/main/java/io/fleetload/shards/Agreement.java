// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.time.Instant;
import java.util.Optional;

/** A participant's way to agree with the others on the begin. Of one thread. */
sealed interface Agreement permits PeerAgreement, LeaderAgreement, FollowerAgreement {
  /** Takes this process's place. */
  void enter() throws UsageException, TargetException;

  /** Notes that this shard is connected. */
  void ready() throws UsageException, TargetException;

  /** Looks once at what was agreed, and decides where there is something to decide. */
  Optional<Instant> look() throws UsageException, TargetException;

  /** Returns whether a start or a failure is known. */
  boolean isDecided();

  /** Returns whether a process has the place that it claims, as far as this one knows. */
  boolean has(Participant who);

  /** Closes the logs; they are opened again where they are needed. */
  void leave();
}
