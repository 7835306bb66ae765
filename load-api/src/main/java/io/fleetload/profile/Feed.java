// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.FileBesideProfile;

/** Rows of data that messages take values from. */
public record Feed(
    @Doc(
            value = "a .csv file with a line of names, or objects in a .jsonl or a .json file",
            required = true)
        FileBesideProfile file,
    @Doc(
            value =
                "message: each message takes a row; device: each device has one row for all of its"
                    + " messages",
            byDefault = "message")
        Scope per,
    @Doc(
            value =
                "queue: each row once; circular: from the first row again after the last; random:"
                    + " any row; shuffle: each row once, in random order",
            byDefault = "circular; queue with per: device")
        Order order) {

  /** Owner of a row. */
  public enum Scope {
    /** For each message. */
    @JsonProperty("message")
    MESSAGE,
    /** For each device, which keeps it. */
    @JsonProperty("device")
    DEVICE
  }

  /** The row that a message or a device takes. */
  public enum Order {
    /** Each once, in the order of the file. */
    @JsonProperty("queue")
    QUEUE,
    /** In the order of the file, again and again. */
    @JsonProperty("circular")
    CIRCULAR,
    /** Any row, drawn for each. */
    @JsonProperty("random")
    RANDOM,
    /** Each once, in random order. */
    @JsonProperty("shuffle")
    SHUFFLE
  }

  /** Fills in what the profile leaves open. */
  public Feed {
    per = per == null ? Scope.MESSAGE : per;
    order = order != null ? order : per == Scope.DEVICE ? Order.QUEUE : Order.CIRCULAR;
  }
}
