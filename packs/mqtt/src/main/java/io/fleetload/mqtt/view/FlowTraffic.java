// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.view;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ledger.DeliveryLedger;
import io.fleetload.results.ledger.Ledger;
import java.util.List;

/**
 * A flow of a run with the run's profile. A count of what arrived is null if the run has no
 * subscribers, or they did not read to the end.
 */
record FlowTraffic(String name, FlowResult flow, JsonNode profile) {
  static List<FlowTraffic> of(Result result) {
    return result.figures().flows().entrySet().stream()
        .map(each -> new FlowTraffic(each.getKey(), each.getValue(), result.about().profile()))
        .toList();
  }

  /** Number of clients that connected, and of subscribers. */
  static long clients(Result result) {
    return result.figures().devices().connected()
        + result.about().profile().at("/subscribers/count").asLong();
  }

  /** Quality of service that its messages are published with, and delivered with if it is lower. */
  String quality() {
    int published = profile.path("flows").path(name).path("qos").asInt(1);
    int most = profile.at("/subscribers/qos").asInt(2);
    return published <= most ? "" + published : published + ", delivered with " + most;
  }

  /** Subscribers that a message is for. */
  String pattern() {
    if (profile.path("flows").path(name).path("kind").asText(name).equals("receive")) {
      return "to devices";
    }
    long count = profile.at("/subscribers/count").asLong();
    return switch (profile.at("/subscribers/receives").asText()) {
      case "share" -> "shared";
      case "split" -> count == profile.at("/devices/count").asLong() ? "point to point" : "split";
      default -> count == 0 ? "no subscribers" : count == 1 ? "fan-in" : "fan-out";
    };
  }

  Ledger.MessageCounts messages() {
    return flow.ledger() == null ? Ledger.MessageCounts.NONE : flow.ledger().messages();
  }

  private DeliveryLedger toSeveral() {
    return flow.ledger() == null ? null : flow.ledger().deliveries();
  }

  /** Acknowledged messages that arrived, once for each subscriber that they are for. */
  Long delivered() {
    return toSeveral() == null ? messages().delivered() : (Long) toSeveral().delivered();
  }

  /** Acknowledged messages that did not arrive, likewise. */
  Long lost() {
    return toSeveral() == null ? messages().lost() : (Long) toSeveral().lost();
  }

  /** Messages that arrived and were not acknowledged, likewise. */
  Long unconfirmed() {
    return toSeveral() == null
        ? messages().deliveredUnconfirmed()
        : (Long) toSeveral().deliveredUnconfirmed();
  }

  /** All messages that arrived, further copies, too. */
  Long received() {
    return delivered() == null ? null : delivered() + unconfirmed() + messages().duplicate();
  }
}
