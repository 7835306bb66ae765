// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.embedded.fault.Faults;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContextTest {
  private static final String ENTITIES = "/ngsi-ld/v1/entities";
  private static final String STORE = ENTITIES + "/urn:a:store";

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
  void thePacksOwnContextNamesItsTerms() throws Exception {
    create("'" + broker.context() + "'");
    assertThat(broker.get(STORE).body())
        .contains("\"type\":\"https://fleetload.io/ngsi/store\"")
        .contains("\"https://fleetload.io/ngsi/temperature\":")
        .contains("\"other\":");
    assertThat(withLink(broker.context()).body())
        .contains("\"type\":\"store\"", "\"temperature\":", "\"other\":");
  }

  @Test
  void aContextInTheBodyHasTermsPrefixesAndAVocabulary() throws Exception {
    create(
        "[{'ex':'https://ex.test/','store':'ex:Shop','temperature':{'@id':'ex:heat','@type':'x'},"
            + "'@vocab':'https://vocab.test/'},"
            + "'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.6.jsonld']");
    assertThat(broker.get(STORE).body())
        .contains("\"type\":\"https://ex.test/Shop\"")
        .contains("\"https://ex.test/heat\":", "\"https://vocab.test/other\":");
  }

  @Test
  void aContextOfAnotherHostIsFetched() throws Exception {
    try (ReceiverInTest host =
        new ReceiverInTest("{\"@context\":{\"store\":\"https://other.test/store\"}}")) {
      create("'" + host.url() + "/c.jsonld'");
      assertThat(broker.get(STORE).body()).contains("\"type\":\"https://other.test/store\"");
      assertThat(withLink(host.url() + "/c.jsonld").body()).contains("\"type\":\"store\"");
    }
  }

  @Test
  void aContextThatIsNoneIsNotAvailable() throws Exception {
    try (ReceiverInTest host = new ReceiverInTest("{\"not\":\"a context\"}")) {
      assertThat(create("'" + host.url() + "/c.jsonld'").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void eachEntityOfABatchHasItsOwnContext() throws Exception {
    String entity = "{'@context':{'T':'https://%s.test/T'},'id':'urn:a:%s','type':'T'}";
    String batch = "[" + entity.formatted("a", "1") + "," + entity.formatted("b", "2") + "]";
    assertThat(ld("/ngsi-ld/v1/entityOperations/create", batch).statusCode()).isEqualTo(201);
    assertThat(broker.get(ENTITIES + "/urn:a:1").body()).contains("https://a.test/T");
    assertThat(broker.get(ENTITIES + "/urn:a:2").body()).contains("https://b.test/T");
  }

  @Test
  void aContextIsWhereTheContentTypeSaysItIs() throws Exception {
    String entity = "{'id':'urn:a:b','type':'T'%s}";
    assertThat(ld(ENTITIES, entity.formatted("")).statusCode()).isEqualTo(400);
    assertThat(broker.post(ENTITIES, entity.formatted(",'@context':{}")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void manyWhoAskTheHostOfTheContextForNothingKeepNoBrokerOut() throws Exception {
    ServerOptions alone = new ServerOptions("127.0.0.1", 0, 0, false, true, Faults.NONE);
    try (BrokerInTest host = new BrokerInTest(alone, Clock.systemUTC())) {
      URI at = URI.create(host.url());
      List<Socket> idle = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        idle.add(new Socket(at.getHost(), at.getPort()));
      }
      assertThat(host.get("/context.jsonld").statusCode()).isEqualTo(200);
      assertThat(idle.get(0).getInputStream().read()).as("the oldest is closed").isNegative();
      for (Socket each : idle) {
        each.close();
      }
    }
  }

  private HttpResponse<String> create(String context) throws Exception {
    return ld(
        ENTITIES,
        "{'@context':"
            + context
            + ",'id':'urn:a:store','type':'store','temperature':{'type':'Property','value':1},"
            + "'other':{'type':'Property','value':2}}");
  }

  private HttpResponse<String> ld(String path, String body) throws Exception {
    return broker.send("POST", path, body, Map.of("Content-Type", BrokerInTest.LD_JSON));
  }

  private HttpResponse<String> withLink(String context) throws Exception {
    String link = "<%s>; rel=\"http://www.w3.org/ns/json-ld#context\"".formatted(context);
    return broker.send("GET", STORE, "", Map.of("Accept", "application/json", "Link", link));
  }
}
