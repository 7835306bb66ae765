// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The participants of a run as their notes come, and what follows from these and from the time. */
final class Attendance {
  /** Shortest time from the decision to the start: every shard must have seen it by then. */
  static final Duration MARGIN = Duration.ofSeconds(3);

  /** The start gets so much more time than the slowest answer took: all shards look at once. */
  static final int SAFETY = 3;

  /** One host that did not run for a while does not keep all others. */
  static final Duration LONGEST_MARGIN = Duration.ofMinutes(1);

  /** A broker takes a decision with so many refusals: of about 300 bytes each, 1 MB at most. */
  private static final int MOST_REFUSALS = 1_000;

  private final Membership self;
  private final RunState state;
  private final Map<String, String> refused = new LinkedHashMap<>();
  private boolean anyCame;
  private Instant lastCame;
  private Instant firstReady;

  Attendance(Membership self) {
    this.self = self;
    this.state = new RunState(self.run().id());
    this.lastCame = self.now();
  }

  RunState state() {
    return state;
  }

  void iAmReady() {
    firstReady = self.now();
  }

  void take(List<NoteLog.LogEntry> entries) {
    for (NoteLog.LogEntry each : entries) {
      int before = state.here();
      state.saw(each.by(), each.note());
      lastCame = state.here() > before ? self.now() : lastCame;
      firstReady = firstReady == null && state.anyReady() ? self.now() : firstReady;
      if (each.note() instanceof Note.Here) {
        anyCame = true;
        state.refusal(each.by()).ifPresent(why -> refuse(each.by(), why));
      }
    }
  }

  private void refuse(Participant who, String why) {
    refused.put(who.process(), why);
    if (state.has(self.me())) {
      self.say().accept("refused: " + why);
    }
  }

  /** Returns whether any came for which {@link #refusals} has no answer yet. */
  boolean anyCame() {
    return anyCame;
  }

  /** Returns those that were refused since the last call, {@link #MOST_REFUSALS} at most. */
  Map<String, String> refusals() {
    Map<String, String> next = new LinkedHashMap<>();
    Iterator<Map.Entry<String, String>> each = refused.entrySet().iterator();
    while (each.hasNext() && next.size() < MOST_REFUSALS) {
      Map.Entry<String, String> one = each.next();
      next.put(one.getKey(), one.getValue());
      each.remove();
    }
    anyCame = !refused.isEmpty();
    return next;
  }

  /** Returns the participants that are not there yet. */
  List<String> missing() {
    return state.missing();
  }

  /** Returns the failure that is due because someone is missing. */
  Optional<Note.ShardFailure> failure(List<String> missing) {
    return missing.isEmpty() || self.now().isBefore(latest())
        ? Optional.empty()
        : Optional.of(
            new Note.ShardFailure(
                "no %s within %s"
                    .formatted(String.join(" and no ", missing), self.run().timeout())));
  }

  /**
   * Returns the start of those that are all there: {@link #MARGIN} from now, or {@link #SAFETY}
   * times as long as the slowest answer took, and {@link #LONGEST_MARGIN} at most.
   */
  Note.Start start() {
    Duration measured = state.longestAnswer().multipliedBy(SAFETY);
    Duration margin = measured.compareTo(MARGIN) > 0 ? measured : MARGIN;
    margin = margin.compareTo(LONGEST_MARGIN) > 0 ? LONGEST_MARGIN : margin;
    return new Note.Start(self.now().plus(margin).toString());
  }

  /**
   * Returns the end of the wait. While no shard is connected, the last one that came gets the time
   * to connect.
   */
  private Instant latest() {
    return firstReady != null
        ? firstReady.plus(self.timeout())
        : lastCame.plus(self.untilFirstReady());
  }
}
