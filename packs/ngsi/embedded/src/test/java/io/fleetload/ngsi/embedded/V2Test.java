// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class V2Test {
  private static final String STORE =
      "{'id':'urn:ngsi-ld:store:1','type':'store','temperature':{'type':'Number','value':7.5},"
          + "'open':{'value':true}}";

  private BrokerInTest broker;

  @BeforeEach
  void start() throws Exception {
    broker = new BrokerInTest();
  }

  @AfterEach
  void end() {
    broker.close();
  }

  @Test
  void anEntityIsCreatedReadAndDeleted() throws Exception {
    HttpResponse<String> created = broker.post("/v2/entities", STORE);
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.headers().firstValue("Location"))
        .contains("/v2/entities/urn:ngsi-ld:store:1?type=store");
    assertThat(broker.get("/v2/entities/urn:ngsi-ld:store:1").body())
        .isEqualTo(
            json(
                "{'id':'urn:ngsi-ld:store:1','type':'store','open':{'type':'Boolean','value':true,"
                    + "'metadata':{}},'temperature':{'type':'Number','value':7.5,"
                    + "'metadata':{}}}"));
    assertThat(broker.delete("/v2/entities/urn:ngsi-ld:store:1").statusCode()).isEqualTo(204);
    HttpResponse<String> gone = broker.get("/v2/entities/urn:ngsi-ld:store:1");
    assertThat(gone.statusCode()).isEqualTo(404);
    assertThat(gone.body())
        .isEqualTo(
            json(
                "{'error':'NotFound','description':'The requested entity has not been found. Check"
                    + " type and id'}"));
  }

  @Test
  void anEntityThatIsThereIsNotCreatedAgain() throws Exception {
    broker.post("/v2/entities", STORE);
    HttpResponse<String> again = broker.post("/v2/entities", STORE);
    assertThat(again.statusCode()).isEqualTo(422);
    assertThat(again.body())
        .isEqualTo(json("{'error':'Unprocessable','description':'Already Exists'}"));
    assertThat(broker.post("/v2/entities?options=upsert", STORE).statusCode()).isEqualTo(204);
  }

  @Test
  void attributesAreAppendedAndUpdated() throws Exception {
    broker.post("/v2/entities", STORE);
    String attributes = "/v2/entities/urn:ngsi-ld:store:1/attrs";
    assertThat(broker.post(attributes, "{'humidity':{'value':3}}").statusCode()).isEqualTo(204);
    assertThat(broker.patch(attributes, "{'temperature':{'value':8}}").statusCode()).isEqualTo(204);
    HttpResponse<String> unknown = broker.patch(attributes, "{'pressure':{'value':8}}");
    assertThat(unknown.statusCode()).isEqualTo(422);
    assertThat(unknown.body()).contains("do not exist: urn:ngsi-ld:store:1 - [ pressure ]");
    assertThat(broker.get("/v2/entities/urn:ngsi-ld:store:1?options=keyValues").body())
        .isEqualTo(
            json(
                "{'id':'urn:ngsi-ld:store:1','type':'store','humidity':3,'open':true,"
                    + "'temperature':8}"));
  }

  @Test
  void aBatchDoesWhatItsActionSays() throws Exception {
    assertThat(update("append", STORE).statusCode()).isEqualTo(204);
    assertThat(update("appendStrict", STORE).statusCode()).isEqualTo(422);
    assertThat(update("update", STORE).statusCode()).isEqualTo(204);
    assertThat(update("delete", "{'id':'urn:ngsi-ld:store:1'}").statusCode()).isEqualTo(204);
    assertThat(update("update", STORE).statusCode()).isEqualTo(404);
    assertThat(update("grow", STORE).body()).contains("invalid update action type");
  }

  private HttpResponse<String> update(String action, String entity) throws Exception {
    return broker.post(
        "/v2/op/update", "{'actionType':'%s','entities':[%s]}".formatted(action, entity));
  }

  @Test
  void queriesFindByTypeAndCondition() throws Exception {
    for (int i = 0; i < 30; i++) {
      broker.post(
          "/v2/entities",
          "{'id':'s%d','type':'store','n':{'value':%d},'owner':{'value':'o%d'}}"
              .formatted(i, i, i % 3));
    }
    HttpResponse<String> page =
        broker.get("/v2/entities?type=store&limit=2&offset=1&options=keyValues,count");
    assertThat(page.body())
        .isEqualTo(
            json(
                "[{'id':'s1','type':'store','n':1,'owner':'o1'},"
                    + "{'id':'s2','type':'store','n':2,'owner':'o2'}]"));
    assertThat(page.headers().firstValue("Fiware-Total-Count")).contains("30");
    assertThat(broker.get("/v2/entities?q=n%3E27;owner==o1&options=keyValues").body())
        .isEqualTo(json("[{'id':'s28','type':'store','n':28,'owner':'o1'}]"));
    assertThat(broker.get("/v2/entities?type=store&limit=1001").body())
        .isEqualTo(
            json(
                "{'error':'BadRequest','description':'Bad pagination limit: /1001/ [max: 1000]'}"));
  }

  @Test
  void whatIsNoJsonIsRefused() throws Exception {
    HttpResponse<String> answer = broker.post("/v2/entities", "{'id':");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            json("{'error':'ParseError','description':'Errors found in incoming JSON buffer'}"));
  }

  @Test
  void aSubscriptionNotifiesOfWhatHasChanged() throws Exception {
    try (ReceiverInTest receiver = new ReceiverInTest()) {
      broker.post("/v2/entities", STORE);
      HttpResponse<String> made = subscribe(receiver.url() + "/notify");
      assertThat(made.statusCode()).isEqualTo(201);
      update("update", temperature(-3));
      update("update", temperature(9));
      update("update", temperature(9));
      update("update", temperature(10));
      ReceiverInTest.Notification first = receiver.next();
      assertThat(first.body().toString())
          .isEqualTo(
              json(
                  "{'subscriptionId':'000000000000000000000001','data':[{'id':'urn:ngsi-ld:store:1',"
                      + "'type':'store','temperature':{'type':'Number','value':9,'metadata':{}}}]}"));
      assertThat(first.headers().getFirst("Ngsiv2-AttrsFormat")).isEqualTo("normalized");
      assertThat(receiver.next().attribute("temperature").path("value").asInt()).isEqualTo(10);
      String path = made.headers().firstValue("Location").orElseThrow();
      assertThat(broker.get(path).body()).contains("\"timesSent\":2");
      assertThat(broker.delete(path).statusCode()).isEqualTo(204);
      assertThat(broker.get("/v2/subscriptions").body()).isEqualTo("[]");
      assertThat(broker.delete(path).statusCode()).isEqualTo(404);
    }
  }

  private HttpResponse<String> subscribe(String url) throws Exception {
    return broker.post(
        "/v2/subscriptions",
        "{'subject':{'entities':[{'idPattern':'.*','type':'store'}],'condition':{'attrs':"
            + "['temperature'],'expression':{'q':'temperature>0'}}},'notification':{'http':{'url':"
            + "'"
            + url
            + "'},'attrs':['temperature']}}");
  }

  private static String temperature(int value) {
    return "{'id':'urn:ngsi-ld:store:1','temperature':{'value':" + value + "}}";
  }

  @Test
  void aTenantSeesItsOwnEntitiesAlone() throws Exception {
    Map<String, String> mine = Map.of("Fiware-Service", "mine", "Content-Type", "application/json");
    broker.send("POST", "/v2/entities", STORE, mine);
    assertThat(broker.get("/v2/entities").body()).isEqualTo("[]");
    assertThat(broker.send("GET", "/v2/entities", "", Map.of("Fiware-Service", "mine")).body())
        .contains("urn:ngsi-ld:store:1");
  }

  private static String json(String apostrophes) {
    return apostrophes.replace('\'', '"');
  }

  @Test
  void whatIsNotRecordedOfOrionIsAnsweredByItsRules() throws Exception {
    broker.post("/v2/entities", STORE);
    String attributes = "/v2/entities/urn:ngsi-ld:store:1/attrs";
    // Orion updates what is there, and says what is not.
    HttpResponse<String> partly =
        broker.patch(attributes, "{'temperature':{'value':9},'pressure':{'value':1}}");
    assertThat(partly.statusCode()).isEqualTo(422);
    assertThat(partly.body()).contains("PartialUpdate");
    assertThat(broker.get(attributes + "/temperature/value").body()).isEqualTo("9");
    assertThat(broker.get(attributes + "/pressure").statusCode()).isEqualTo(404);
    assertThat(broker.get("/v2/types/nosuch").statusCode()).isEqualTo(404);
    assertThat(
            broker
                .post(
                    "/v2/entities", "{'id':'a','type':'T','a':{'type':'geo:point','value':'1,2'}}")
                .statusCode())
        .isEqualTo(201);
    String near = "/v2/entities?type=T&georel=near;maxDistance:%d&geometry=point&coords=1,2.001";
    assertThat(broker.get(near.formatted(200)).body()).startsWith("[{\"id\":\"a\"");
    assertThat(broker.get(near.formatted(100)).body()).isEqualTo("[]");
    assertThat(broker.get("/v2/entities?georel=equals&geometry=point&coords=1,2").statusCode())
        .isEqualTo(501);
  }

  @Test
  void whatIsWrittenBelowAPathIsWrittenThereAlone() throws Exception {
    Map<String, String> plant =
        Map.of("Fiware-ServicePath", "/plant", "Content-Type", "application/json");
    String entity = "/v2/entities/urn:ngsi-ld:store:1";
    assertThat(broker.send("POST", "/v2/entities", STORE, plant).statusCode()).isEqualTo(201);
    assertThat(broker.get(entity).statusCode()).isEqualTo(200);
    assertThat(broker.delete(entity).statusCode()).isEqualTo(404);
    assertThat(broker.send("GET", entity, "", Map.of("Fiware-ServicePath", "/other")).statusCode())
        .isEqualTo(404);
    assertThat(broker.send("GET", entity, "", Map.of("Fiware-ServicePath", "/#")).statusCode())
        .isEqualTo(200);
    assertThat(broker.send("DELETE", entity, "", plant).statusCode()).isEqualTo(204);
  }
}
