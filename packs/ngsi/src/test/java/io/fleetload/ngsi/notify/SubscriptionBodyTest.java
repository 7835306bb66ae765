// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.profile.Broker;
import io.fleetload.ngsi.profile.Subscription;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscriptionBodyTest {
  private static final Subscription OF_ENTITY =
      new Subscription(
          "store",
          "urn:ngsi-ld:store:fl-1.0-{{n}}",
          20,
          1,
          List.of("temperature"),
          "temperature>0",
          List.of("temperature", "senttime"),
          "senttime");
  private static final Subscription OF_TYPE =
      new Subscription("store", null, null, null, null, null, null, "senttime");

  private static String body(Broker broker, Subscription wanted) {
    String entity = wanted.id() == null ? null : "urn:ngsi-ld:store:fl-1.0-3";
    return new SubscriptionBody(broker).of(wanted, "fl:a:7:0:3", entity, "http://h:1/n").toString();
  }

  @Test
  void aBrokerThatSelectsByIdGetsTheId() {
    assertThat(body(Broker.ORION_LD, OF_ENTITY))
        .isEqualTo(
            "{\"id\":\"urn:ngsi-ld:Subscription:fl:a:7:0:3\",\"type\":\"Subscription\","
                + "\"entities\":[{\"id\":\"urn:ngsi-ld:store:fl-1.0-3\",\"type\":\"store\"}],"
                + "\"watchedAttributes\":[\"temperature\"],\"q\":\"temperature>0\","
                + "\"notification\":{\"attributes\":[\"temperature\",\"senttime\"],"
                + "\"format\":\"normalized\","
                + "\"endpoint\":{\"uri\":\"http://h:1/n\",\"accept\":\"application/json\"}}}");
  }

  @Test
  void scorpioGetsAPatternThatMatchesThisIdOnly() {
    assertThat(body(Broker.SCORPIO, OF_ENTITY))
        .contains(
            "\"entities\":[{\"idPattern\":\"^urn:ngsi-ld:store:fl-1\\\\.0-3$\",\"type\":\"store\"}]");
  }

  @Test
  void aTypeIsEnough() {
    assertThat(body(Broker.SCORPIO, OF_TYPE))
        .contains("\"entities\":[{\"type\":\"store\"}],\"notification\":{\"format\"");
  }

  @Test
  void orionGetsItsOwnForm() {
    assertThat(body(Broker.ORION, OF_ENTITY))
        .isEqualTo(
            "{\"description\":\"fl:a:7:0:3\",\"subject\":{"
                + "\"entities\":[{\"id\":\"urn:ngsi-ld:store:fl-1.0-3\",\"type\":\"store\"}],"
                + "\"condition\":{\"attrs\":[\"temperature\"],"
                + "\"expression\":{\"q\":\"temperature>0\"}}},"
                + "\"notification\":{\"http\":{\"url\":\"http://h:1/n\"},"
                + "\"attrs\":[\"temperature\",\"senttime\"]}}");
    assertThat(body(Broker.ORION, OF_TYPE))
        .contains("\"entities\":[{\"type\":\"store\",\"idPattern\":\".*\"}]")
        .doesNotContain("condition");
  }
}
