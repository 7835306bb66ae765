// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Level;
import io.fleetload.quantity.Span;
import io.fleetload.schedule.RateCourse.CoursePiece;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the measured phase in which a flow's arrival rate has one shape: constant ({@code
 * rate}), a linear ramp ({@code from}, {@code to}), a ramp in steps ({@code steps}), a spike, or as
 * it was ({@code for} alone).
 */
public record Stage(
    @Doc(value = "how long it lasts", required = true) @JsonProperty("for") Span length,
    @Doc(
            value = "when it begins, counted from the start of the measured phase",
            byDefault = "the end of the stage before")
        Span at,
    @Doc("a constant rate; 0/s is a pause") Level rate,
    @Doc(
            value = "where a linear ramp begins",
            byDefault = "the rate that the stage before ended with")
        Level from,
    @Doc("where a linear ramp ends") Level to,
    @Doc(
            value = "makes the ramp that many constant steps, from and to among them",
            least = 2,
            most = 10_000)
        Integer steps,
    @Doc("a rate that is there at once and gone at once; the rate before it holds after it")
        Level spike) {

  /**
   * Its course.
   *
   * @param before the rate that the stage before ended with, msg/s
   */
  List<CoursePiece> pieces(double before) {
    long nanos = length.nanos();
    if (spike != null) {
      return List.of(CoursePiece.constant(nanos, spike.perSecond()));
    }
    if (to == null) {
      return List.of(CoursePiece.constant(nanos, rate == null ? before : rate.perSecond()));
    }
    double start = from == null ? before : from.perSecond();
    return steps == null ? List.of(new CoursePiece(nanos, start, to.perSecond())) : stairs(start);
  }

  /** The rate that holds after it, msg/s. */
  double after(double before) {
    return to != null ? to.perSecond() : rate != null ? rate.perSecond() : before;
  }

  /** Returns whether it says by itself with which rate it begins. */
  public boolean tellsItsStart() {
    return rate != null || from != null || spike != null;
  }

  private List<CoursePiece> stairs(double start) {
    List<CoursePiece> stairs = new ArrayList<>();
    long begun = 0;
    for (int i = 0; i < steps; i++) {
      long end = Math.round((double) length.nanos() * (i + 1) / steps);
      double level = start + (to.perSecond() - start) * i / (steps - 1);
      stairs.add(CoursePiece.constant(end - begun, level));
      begun = end;
    }
    return stairs;
  }
}
