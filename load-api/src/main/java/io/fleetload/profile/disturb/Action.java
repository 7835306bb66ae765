// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.disturb;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** Ways to disturb a part of the target. */
public enum Action {
  /** It ends in order and begins again at once. */
  @JsonProperty("restart")
  RESTART,
  /** It ends in order, and begins again after a time. */
  @JsonProperty("stop")
  STOP,
  /** It ends without a word, and begins again at once. */
  @JsonProperty("kill")
  KILL,
  /** It gets another number of processes, until a time is over or the run ends. */
  @JsonProperty("scale")
  SCALE;

  /** The word that profiles have. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
