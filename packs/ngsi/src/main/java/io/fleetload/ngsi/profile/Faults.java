// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import java.util.ArrayList;
import java.util.List;

/** Faults that the embedded broker makes. */
public record Faults(
    @Doc(value = "share of the notifications that it does not send", byDefault = "none")
        Share loseNotifications,
    @Doc(value = "share of the notifications that it sends twice", byDefault = "none")
        Share repeatNotifications,
    @Doc(
            value =
                "share of the notifications that it holds back, to send the next one of the same"
                    + " entity in their place",
            byDefault = "none")
        Share mergeNotifications,
    @Doc(value = "how long it waits before each notification", byDefault = "0s")
        Span delayNotifications,
    @Doc(
            value = "share of the queries that it answers with 200 and nothing found",
            byDefault = "none")
        Share emptyQueries,
    @Doc(value = "how late an update shows in the history", byDefault = "0s") Span delayHistory,
    @Doc(value = "share of the requests that it answers with 503", byDefault = "none")
        Share refuse) {

  /** The arguments that start the broker with them. */
  List<String> arguments() {
    List<String> named = new ArrayList<>();
    add(named, "lose-notifications", loseNotifications);
    add(named, "repeat-notifications", repeatNotifications);
    add(named, "merge-notifications", mergeNotifications);
    add(named, "delay-notifications", delayNotifications);
    add(named, "empty-queries", emptyQueries);
    add(named, "delay-history", delayHistory);
    add(named, "refuse", refuse);
    return named.isEmpty() ? List.of() : List.of("--faults", String.join(",", named));
  }

  private static void add(List<String> named, String name, Object value) {
    if (value != null) {
      named.add(name + "=" + value);
    }
  }
}
