// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.disturb;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Span;
import java.util.List;

/**
 * Something that is done to the target on purpose while it is measured.
 *
 * @param run the words of a command; they are in the result, so they hold no secret
 */
public record Disturbance(
    @Doc(value = "when, from the beginning of the measured phase", required = true) Span at,
    @Doc("the part of the target, such as adapter; this with do, or run") String part,
    @Doc(
            "restart: it ends in order and begins again; kill: it ends without a word and begins"
                + " again; stop: it is away for a time; scale: it has another number of processes")
        @JsonProperty("do")
        Action action,
    @Doc(
            value = "how long it is away or scaled",
            byDefault = "none of stop, which needs it; of scale to the end of the run")
        @JsonProperty("for")
        Span length,
    @Doc(
            value = "number of processes that it is scaled to; 0 for none",
            byDefault = "none; scale needs it",
            least = 0,
            most = 1_000)
        Integer to,
    @Doc(
            value = "how many of its processes are restarted or killed, in a cluster",
            byDefault = "all at once",
            least = 1,
            most = 1_000)
        Integer processes,
    @Doc(
            "a command of yours that does it instead, as a list of its words; a program with a slash"
                + " is relative to this file. No shell reads it. It inherits the environment, where"
                + " secrets belong: its words are in the result and in the host's process list")
        List<String> run,
    @Doc(
            value = "its name in the result: figures are disturb.NAME.recovered and others",
            byDefault = "the part; of a command, command",
            form = Disturbance.NAME,
            expected = "letters and digits, a letter first, 24 at most")
        String name) {
  static final String NAME = "[A-Za-z][A-Za-z0-9]{0,23}";

  private static final String COMMAND = "command";

  /** Fills in what the profile leaves open. */
  public Disturbance {
    run = run == null ? null : List.copyOf(run);
    name = name == null ? (part == null ? COMMAND : part) : name;
  }

  /** The disturbance in words. */
  public String what() {
    if (run != null) {
      return String.join(" ", run);
    }
    return "%s: %s%s%s%s"
        .formatted(
            part,
            action.key(),
            processes == null ? "" : " " + processes,
            to == null ? "" : " to " + to,
            length == null ? "" : " for " + length);
  }
}
