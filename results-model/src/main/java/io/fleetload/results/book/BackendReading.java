// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.Shard;
import java.util.Locale;

/**
 * The extent to which a backend read the messages of a run.
 *
 * @param complete false while the run goes on, and for ever when it was killed
 * @param caughtUp whether it read everything that was in the topics when it was stopped
 * @param behind why it did not; null if it did, and in the book of an earlier version
 * @param runSeconds how long it ran, in s
 * @param part which of the backends that share what the target delivers
 */
public record BackendReading(
    boolean complete, boolean caughtUp, Behind behind, double runSeconds, Shard part) {

  /** The book of an earlier version is of a backend that received everything. */
  public BackendReading {
    part = part == null ? Shard.WHOLE : part;
  }

  /** Of a backend that receives everything. */
  public BackendReading(boolean complete, boolean caughtUp, Behind behind, double runSeconds) {
    this(complete, caughtUp, behind, runSeconds, Shard.WHOLE);
  }

  /**
   * The reading of several backends of one run; {@code behind} is that of the first that did not
   * catch up.
   */
  public BackendReading plus(BackendReading other) {
    return new BackendReading(
        complete && other.complete,
        caughtUp && other.caughtUp,
        behind == null ? other.behind : behind,
        Math.max(runSeconds, other.runSeconds));
  }

  /** The same of a backend that could not read to the end. */
  BackendReading leftOff(Behind why) {
    return new BackendReading(complete, false, why, runSeconds, part);
  }

  /**
   * Reason why a backend did not read everything that was in the topics when it was stopped.
   *
   * @param source what it reads from, with its address
   * @param left how many records were left when its time was up; null if unknown, because the
   *     source did not answer; {@link #STILL_COMING} where it was not at its end, {@link
   *     #CUT_SHORT} where a signal ended the wait for it
   */
  public record Behind(@RequiredPart String source, Long left) {
    /** Of a source that still delivered when the time was up. */
    public static final Long STILL_COMING = -1L;

    /** Of a source that a signal left no time: what it still had is no fault of it. */
    public static final Long CUT_SHORT = -2L;

    /** Returns true if a signal ended the wait for it. */
    @JsonIgnore
    public boolean isCutShort() {
      return CUT_SHORT.equals(left);
    }

    /** The same in a sentence. */
    public String sentence() {
      if (isCutShort()) {
        return "a signal cut short the wait for what %s still had to deliver".formatted(source);
      }
      if (STILL_COMING.equals(left)) {
        return "the backend could not read to the end: %s still delivered when its time was up"
            .formatted(source);
      }
      return "the backend could not read to the end: "
          + (left == null
              ? source + " did not answer"
              : String.format(
                  Locale.ROOT, "%,d records were left in %s when its time was up", left, source));
    }
  }
}
