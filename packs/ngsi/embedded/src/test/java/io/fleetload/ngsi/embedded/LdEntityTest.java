// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Golden;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LdEntityTest {
  private static final String ENTITIES = "/ngsi-ld/v1/entities";
  private static final String BATCH = "/ngsi-ld/v1/entityOperations/";
  private static final String PROBE = ENTITIES + "/urn:ngsi-ld:Probe:1";
  private static final String ENTITY =
      "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','level':[{'type':'Property','value':1,"
          + "'datasetId':'urn:d:a'},{'type':'Property','value':2,'datasetId':'urn:d:b'}],"
          + "'depth':{'type':'Property','value':8.9,'code':{'type':'Property','value':'13'}}}";

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
  void aPartOfAnAttributeIsUpdatedAndTheRestStays() throws Exception {
    broker.post(ENTITIES, ENTITY);
    HttpResponse<String> updated =
        broker.patch(PROBE + "/attrs/depth", "{'value':9.5,'observedAt':'2026-11-22T10:00:00Z'}");
    assertThat(updated.statusCode()).isEqualTo(204);
    assertThat(broker.get(PROBE + "?attrs=depth").body())
        .isEqualTo(
            json(
                "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','depth':{'type':'Property','value':9.5,"
                    + "'code':{'type':'Property','value':'13'},"
                    + "'observedAt':'2026-11-22T10:00:00Z'}}"));
  }

  @Test
  void oneOfSeveralInstancesIsUpdated() throws Exception {
    broker.post(ENTITIES, ENTITY);
    broker.patch(PROBE + "/attrs/level", "{'value':5,'datasetId':'urn:d:b'}");
    assertThat(broker.get(PROBE + "?attrs=level&options=keyValues").body())
        .isEqualTo(json("{'id':'urn:ngsi-ld:Probe:1','type':'Probe','level':[1,5]}"));
    assertThat(broker.patch(PROBE + "/attrs/level", "{'value':5}").statusCode()).isEqualTo(404);
  }

  @Test
  void anInstanceIsAppendedBesideTheOthers() throws Exception {
    broker.post(ENTITIES, ENTITY);
    String third = "{'level':{'type':'Property','value':3,'datasetId':'urn:d:c'}}";
    assertThat(broker.post(PROBE + "/attrs", third).statusCode()).isEqualTo(204);
    assertThat(broker.get(PROBE + "?attrs=level&options=keyValues").body())
        .isEqualTo(json("{'id':'urn:ngsi-ld:Probe:1','type':'Probe','level':[1,2,3]}"));
  }

  @Test
  void whatTheEntityDoesNotHaveIsNotUpdated() throws Exception {
    broker.post(ENTITIES, ENTITY);
    HttpResponse<String> answer =
        broker.patch(
            PROBE + "/attrs",
            "{'depth':{'type':'Property','value':1},'none':{'type':'Property','value':2}}");
    assertThat(answer.statusCode()).isEqualTo(207);
    assertThat(answer.body())
        .isEqualTo(
            json(
                "{'updated':['depth'],'notUpdated':[{'attributeName':'none','reason':"
                    + "'Not Found'}]}"));
    assertThat(broker.get(PROBE).body()).doesNotContain("none");
  }

  @Test
  void anUpsertCreatesAndReplaces() throws Exception {
    broker.post(ENTITIES, ENTITY);
    String replacement =
        "[{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':{'type':'Property','value':1}},"
            + "{'id':'urn:ngsi-ld:Probe:2','type':'Probe','n':{'type':'Property','value':2}}]";
    HttpResponse<String> answer = broker.post(BATCH + "upsert", replacement);
    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.body()).isEqualTo(json("['urn:ngsi-ld:Probe:2']"));
    assertThat(broker.get(PROBE + "?options=keyValues").body())
        .isEqualTo(json("{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':1}"));
  }

  @Test
  void aBatchOfWhichAllFailHasTheStatusOfItsFirstError() throws Exception {
    broker.post(ENTITIES, ENTITY);
    HttpResponse<String> answer = broker.post(BATCH + "create", "[" + ENTITY + "]");
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("ngsi-ld/errors/AlreadyExists");
    assertThat(broker.post(BATCH + "create", "[]").statusCode()).isEqualTo(400);
  }

  @Test
  void aThousandAndOneEntitiesAreCreatedAtOnce() throws Exception {
    StringBuilder batch = new StringBuilder();
    for (int i = 0; i < 1_001; i++) {
      batch.append(i == 0 ? '[' : ',');
      batch.append("{'id':'urn:ngsi-ld:T:%d','type':'T','n':{'value':%d}}".formatted(i, i));
    }
    HttpResponse<String> created = broker.post(BATCH + "create", batch.append(']').toString());
    assertThat(created.statusCode()).isEqualTo(201);
    HttpResponse<String> counted = broker.get(ENTITIES + "?type=T&limit=0&count=true");
    assertThat(counted.headers().firstValue("NGSILD-Results-Count")).contains("1001");
    assertThat(counted.body()).isEmpty();
    assertThat(broker.get(ENTITIES + "?type=T").body().split("\"id\"")).hasSize(50 + 1);
    HttpResponse<String> page =
        broker.get(
            ENTITIES + "?type=T&q=n%3E1;n%3C9&offset=2&limit=2&count=true&options=keyValues");
    assertThat(page.headers().firstValue("NGSILD-Results-Count")).contains("7");
    assertThat(page.body())
        .isEqualTo(
            json(
                "[{'id':'urn:ngsi-ld:T:4','type':'T','n':4},"
                    + "{'id':'urn:ngsi-ld:T:5','type':'T','n':5}]"));
  }

  @Test
  void queriesFindByIdAndPattern() throws Exception {
    broker.post(ENTITIES, ENTITY);
    broker.post(ENTITIES, ENTITY.replace("Probe:1", "Probe:12"));
    assertThat(ids(ENTITIES + "?id=urn:ngsi-ld:Probe:12,urn:ngsi-ld:Probe:9")).isEqualTo("12");
    assertThat(ids(ENTITIES + "?idPattern=Probe:1")).isEqualTo("1 12");
    assertThat(ids(ENTITIES + "?idPattern=Probe:1$")).isEqualTo("1");
    assertThat(ids(ENTITIES + "?attrs=level")).isEqualTo("1 12");
    assertThat(ids(ENTITIES + "?attrs=none")).isEmpty();
    assertThat(ids(ENTITIES + "?type=None,Probe&limit=1")).isEqualTo("1");
  }

  private String ids(String query) throws Exception {
    String body = broker.get(query + "&options=keyValues").body();
    return body.replaceAll("\\[?\\{\"id\":\"urn:ngsi-ld:Probe:(\\d+)\"[^}]*},?]?", "$1 ")
        .replace("[]", "")
        .strip();
  }

  @Test
  void aQueryMustAskForSomething() throws Exception {
    assertThat(broker.get(ENTITIES).statusCode()).isEqualTo(400);
    assertThat(broker.get(ENTITIES + "?type=T&q=n%3E").body()).contains("q 'n>': ", "character 3");
  }

  @Test
  void aGetWithoutAcceptIsNotAcceptable() throws Exception {
    HttpResponse<String> answer = broker.send("GET", ENTITIES + "?type=T", "", Map.of());
    assertThat(answer.statusCode()).isEqualTo(406);
    assertThat(answer.body()).contains("https://uri.etsi.org/ngsi-ld/errors/NotAcceptable");
  }

  @Test
  void moreThanAThousandResultsAreTooMany() throws Exception {
    HttpResponse<String> answer = broker.get(ENTITIES + "?type=T&limit=1001");
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("https://uri.etsi.org/ngsi-ld/errors/TooManyResults");
  }

  @Test
  void whatIsNoEntityIsRefused() throws Exception {
    refused("{'id':", "There is an error in the provided json document");
    refused("{'type':'T'}", "id that is a URI");
    refused("{'id':'urn:a:b'}", "type that is one name");
    refused("{'id':'urn:a:b','type':'T','n':5}", "n: ");
    refused("{'id':'urn:a:b','type':'T','n':{'type':'Property'}}", "n: ");
    refused("{'id':'urn:a:b','type':'T','n':{'value':1,'observedAt':'now'}}", "n: observedAt ");
  }

  private void refused(String body, String why) throws Exception {
    HttpResponse<String> answer = broker.post(ENTITIES, body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(why);
    Golden.of("server").holds(body, answer.body());
  }

  @Test
  void theTypesOfAllEntitiesAreListed() throws Exception {
    broker.post(ENTITIES, ENTITY);
    assertThat(broker.get("/ngsi-ld/v1/types").body()).contains(json("'typeList':['Probe']"));
  }

  @Test
  void aTenantSeesItsOwnEntitiesAlone() throws Exception {
    Map<String, String> mine =
        Map.of("NGSILD-Tenant", "mine", "Content-Type", "application/json", "Accept", "*/*");
    broker.send("POST", ENTITIES, ENTITY, mine);
    assertThat(broker.get(PROBE).statusCode()).isEqualTo(404);
    assertThat(broker.send("GET", PROBE, "", mine).statusCode()).isEqualTo(200);
  }

  private static String json(String apostrophes) {
    return apostrophes.replace('\'', '"');
  }
}
