// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.embedded.fault.Faults;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static final String ENTITIES = "/ngsi-ld/v1/entities";

  @Test
  void everyFourthNotificationIsLost() throws Exception {
    Faults faults = new Faults(25, 0, 0, 0, 0, 0, 0);
    assertThat(notified(faults, 8, 6)).containsExactly(1, 2, 3, 5, 6, 7);
  }

  @Test
  void everySecondNotificationIsRepeated() throws Exception {
    Faults faults = new Faults(0, 50, 0, 0, 0, 0, 0);
    assertThat(notified(faults, 4, 6)).containsExactly(1, 2, 2, 3, 4, 4);
  }

  @Test
  void theNextNotificationTakesThePlaceOfEveryThird() throws Exception {
    Faults faults = new Faults(0, 0, 34, 0, 0, 0, 0);
    assertThat(notified(faults, 7, 5)).containsExactly(1, 2, 4, 5, 7);
  }

  @Test
  void aHeldNotificationIsSentIfNoOtherComes() throws Exception {
    Faults faults = new Faults(0, 0, 50, 0, 0, 0, 0);
    assertThat(notified(faults, 2, 2)).containsExactly(1, 2);
  }

  @Test
  void notificationsThatWaitKeepTheirOrder() throws Exception {
    Faults faults = new Faults(0, 0, 0, 0, 0, 200, 0);
    long before = System.nanoTime();
    assertThat(notified(faults, 3, 3)).containsExactly(1, 2, 3);
    assertThat(System.nanoTime() - before).isGreaterThan(200_000_000);
  }

  private static List<Integer> notified(Faults faults, int updates, int expected) throws Exception {
    try (BrokerInTest broker = new BrokerInTest(faults);
        ReceiverInTest receiver = new ReceiverInTest()) {
      String endpoint = "'notification':{'endpoint':{'uri':'" + receiver.url() + "'}}";
      broker.post(
          "/ngsi-ld/v1/subscriptions",
          "{'type':'Subscription','entities':[{'type':'T'}]," + endpoint + "}");
      // In one request: a notification waits a second at most for the next one.
      List<String> batch = new ArrayList<>();
      for (int i = 1; i <= updates; i++) {
        batch.add("{'id':'urn:a:1','type':'T','n':{'value':" + i + "}}");
      }
      broker.post("/ngsi-ld/v1/entityOperations/upsert?options=update", batch.toString());
      List<Integer> values = new ArrayList<>();
      for (ReceiverInTest.Notification each : receiver.next(expected)) {
        values.add(each.attribute("n").path("value").asInt());
      }
      return values;
    }
  }

  @Test
  void everySecondQueryFindsNothingButCountsAreRight() throws Exception {
    try (BrokerInTest broker = new BrokerInTest(new Faults(0, 0, 0, 50, 0, 0, 0))) {
      broker.post(ENTITIES, "{'id':'urn:a:1','type':'T','n':{'value':1}}");
      List<Boolean> empty = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        empty.add(broker.get(ENTITIES + "?type=T").body().equals("[]"));
        assertThat(
                broker
                    .get(ENTITIES + "?type=T&limit=0&count=true")
                    .headers()
                    .firstValue("NGSILD-Results-Count"))
            .contains("1");
      }
      assertThat(empty).containsExactly(false, true, false, true);
      assertThat(broker.metrics()).contains("ngsi_queries_emptied_total 2\n");
    }
  }

  @Test
  void everyThirdRequestIsRefusedButTheContextIsServed() throws Exception {
    try (BrokerInTest broker = new BrokerInTest(new Faults(0, 0, 0, 0, 34, 0, 0))) {
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        statuses.add(broker.get("/version").statusCode());
        assertThat(broker.get("/context.jsonld").statusCode()).isEqualTo(200);
      }
      assertThat(statuses).containsExactly(200, 200, 503, 200, 200, 503);
    }
  }
}
