// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.limit;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** Kinds of limits that a target may put on a tenant. */
public enum LimitKind {
  /** Messages a second. */
  @JsonProperty("messages")
  MESSAGES,
  /** Bytes of payload since the begin of the run. */
  @JsonProperty("bytes")
  BYTES,
  /** Sessions at a time. */
  @JsonProperty("connections")
  CONNECTIONS;

  /** The word of profiles and figures. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether it refuses messages, and not sessions. */
  public boolean isOfMessages() {
    return this != CONNECTIONS;
  }
}
