// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LdSubscriptionTest {
  private static final String SUBSCRIPTIONS = "/ngsi-ld/v1/subscriptions";
  private static final String ENTITIES = "/ngsi-ld/v1/entities";

  private BrokerInTest broker;
  private ReceiverInTest receiver;

  @BeforeEach
  void start() throws Exception {
    broker = new BrokerInTest();
    receiver = new ReceiverInTest();
  }

  @AfterEach
  void end() {
    receiver.close();
    broker.close();
  }

  @Test
  void aHundredUpdatesAreNotifiedInOrder() throws Exception {
    subscribe("'type':'Probe'", "");
    List<Integer> sent = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      write("Probe", "1", i);
      sent.add(i);
    }
    assertThat(receiver.next(100))
        .extracting(it -> it.attribute("n").path("value").asInt())
        .isEqualTo(sent);
  }

  @Test
  void anAnchoredPatternIsOfOneEntity() throws Exception {
    subscribe("'type':'Probe','idPattern':'^urn:ngsi-ld:Probe:1$'", "");
    write("Probe", "12", 1);
    write("Probe", "1", 2);
    assertThat(receiver.next().attribute("id").asText()).isEqualTo("urn:ngsi-ld:Probe:1");
  }

  @Test
  void aPatternIsFoundAnywhere() throws Exception {
    subscribe("'type':'Probe','idPattern':'Probe:1'", "");
    write("Probe", "2", 1);
    write("Other", "1", 1);
    write("Probe", "12", 2);
    assertThat(receiver.next().attribute("id").asText()).isEqualTo("urn:ngsi-ld:Probe:12");
  }

  @Test
  void aWatchedAttributeAndAConditionDecide() throws Exception {
    subscribe("'type':'Probe'", "'watchedAttributes':['n'],'q':'n>5',");
    write("Probe", "1", 1);
    broker.post(ENTITIES + "/urn:ngsi-ld:Probe:1/attrs", "{'m':{'value':9}}");
    write("Probe", "1", 9);
    assertThat(receiver.next().attribute("n").path("value").asInt()).isEqualTo(9);
  }

  @Test
  void theFormAndTheAttributesAreChosen() throws Exception {
    String body =
        "{'type':'Subscription','entities':[{'type':'Probe'}],'notification':{'attributes':['n'],"
            + "'format':'keyValues','endpoint':{'uri':'%s','accept':'application/ld+json'}}}";
    broker.post(SUBSCRIPTIONS, body.formatted(receiver.url()));
    write("Probe", "1", 1);
    ReceiverInTest.Notification notification = receiver.next();
    assertThat(notification.headers().getFirst("Content-Type")).isEqualTo("application/ld+json");
    assertThat(notification.headers()).doesNotContainKey("Link");
    assertThat(notification.attribute("n").asInt()).isEqualTo(1);
    assertThat(notification.attribute("@context").path(0).asText()).contains("core-context");
  }

  @Test
  void aBatchNotifiesOfEachEntity() throws Exception {
    subscribe("'type':'Probe'", "");
    broker.post(
        "/ngsi-ld/v1/entityOperations/create",
        "[{'id':'urn:a:1','type':'Probe','n':{'value':1}},"
            + "{'id':'urn:a:2','type':'Probe','n':{'value':2}}]");
    assertThat(receiver.next(2))
        .extracting(it -> it.attribute("id").asText())
        .containsExactly("urn:a:1", "urn:a:2");
  }

  @Test
  void itsOwnIdIsHonouredAndItIsReadListedAndDeleted() throws Exception {
    HttpResponse<String> made = subscribe("'type':'Probe'", "'id':'urn:ngsi-ld:Subscription:1',");
    assertThat(made.headers().firstValue("Location"))
        .contains(broker.url() + SUBSCRIPTIONS + "/urn:ngsi-ld:Subscription:1");
    assertThat(subscribe("'type':'Probe'", "'id':'urn:ngsi-ld:Subscription:1',").statusCode())
        .isEqualTo(409);
    subscribe("'type':'Probe'", "'id':'urn:ngsi-ld:Subscription:2',");
    String one = SUBSCRIPTIONS + "/urn:ngsi-ld:Subscription:1";
    assertThat(broker.get(one).body()).contains("\"status\":\"active\"", "\"timesSent\":0");
    assertThat(broker.get(SUBSCRIPTIONS + "?limit=1&offset=1").body())
        .contains("Subscription:2")
        .doesNotContain("Subscription:1");
    assertThat(broker.delete(one).statusCode()).isEqualTo(204);
    assertThat(broker.get(one).statusCode()).isEqualTo(404);
    assertThat(broker.delete(one).statusCode()).isEqualTo(404);
    write("Probe", "1", 1);
    assertThat(receiver.next().body().path("subscriptionId").asText()).endsWith("Subscription:2");
  }

  @Test
  void whatIsNoSubscriptionIsRefused() throws Exception {
    assertThat(subscribe("'id':'urn:a:b'", "").body()).contains("entities: each has a type");
    assertThat(subscribe("'type':'T','idPattern':'('", "").body()).contains("idPattern: ");
    assertThat(subscribe("'type':'T'", "'q':'n>',").body()).contains("q 'n>': expected a value");
    String body = "{'type':'Subscription','entities':[{'type':'T'}]}";
    assertThat(broker.post(SUBSCRIPTIONS, body).body()).contains("notification.endpoint.uri");
  }

  @Test
  void aTenantsChangesNotifyItsOwnSubscriptions() throws Exception {
    subscribe("'type':'Probe'", "");
    String entity = "{'id':'urn:a:%s','type':'Probe','n':{'value':1}}";
    Map<String, String> other =
        Map.of("NGSILD-Tenant", "other", "Content-Type", "application/json");
    broker.send("POST", ENTITIES, entity.formatted("other"), other);
    broker.post(ENTITIES, entity.formatted("mine"));
    assertThat(receiver.next().attribute("id").asText()).isEqualTo("urn:a:mine");
  }

  @Test
  @Timeout(120)
  void aReceiverThatIsGoneIsCounted() throws Exception {
    HttpResponse<String> made = subscribe("'type':'Probe'", "");
    receiver.close();
    write("Probe", "1", 1);
    String path = made.headers().firstValue("Location").orElseThrow();
    String shown = "";
    while (!shown.contains("\"timesFailed\":1")) {
      shown = broker.get(path.substring(broker.url().length())).body();
    }
    assertThat(broker.metrics()).contains("ngsi_notifications_total{result=\"failed\"} 1\n");
  }

  private HttpResponse<String> subscribe(String selector, String members) throws Exception {
    return broker.post(
        SUBSCRIPTIONS,
        "{'type':'Subscription',%s'entities':[{%s}],'notification':{'endpoint':{'uri':'%s'}}}"
            .formatted(members, selector, receiver.url()));
  }

  private void write(String type, String id, int n) throws Exception {
    broker.post(
        "/ngsi-ld/v1/entityOperations/upsert?options=update",
        "[{'id':'urn:ngsi-ld:%s:%s','type':'%s','n':{'value':%d}}]".formatted(type, id, type, n));
  }
}
