// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.FileBesideProfile;

/** Rows of data that messages take values from. */
public record Feed(
    @Doc(
            value = "a .csv file with a line of names, or a .json file with a list of objects",
            required = true)
        FileBesideProfile file,
    @Doc(
            value =
                "queue: each row once; circular: from the first row again after the last; random:"
                    + " any row; shuffle: each row once, in random order",
            byDefault = "circular")
        Order order) {

  /** The row that a message takes. */
  public enum Order {
    /** Each once, in the order of the file. */
    @JsonProperty("queue")
    QUEUE,
    /** In the order of the file, again and again. */
    @JsonProperty("circular")
    CIRCULAR,
    /** Any row, drawn for each message. */
    @JsonProperty("random")
    RANDOM,
    /** Each once, in random order. */
    @JsonProperty("shuffle")
    SHUFFLE
  }

  /** Fills in what the profile leaves open. */
  public Feed {
    order = order == null ? Order.CIRCULAR : order;
  }
}
