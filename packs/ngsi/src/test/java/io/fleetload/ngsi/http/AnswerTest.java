// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.http.RawServer.Peer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
  private RawServer server;
  private TestUsers users;

  @BeforeEach
  void start() throws IOException {
    server = new RawServer();
  }

  @AfterEach
  void stop() throws Exception {
    assertThat(users.faults()).isZero();
    users.close();
    server.close();
  }

  /** What comes of an answer to a GET with these expectations. */
  private String outcome(String expect, String answer) throws Exception {
    return outcome("/e", expect, answer);
  }

  private String outcome(String path, String expect, String answer) throws Exception {
    return outcome("GET " + path, "expect: " + expect, "", answer);
  }

  private String outcome(String request, String rest, String target, String answer)
      throws Exception {
    users =
        TestUsers.of(
            server.url(),
            target,
            "",
            "flows: { get: { rate: 1/s, request: \"%s\", %s } }".formatted(request, rest));
    users.connect();
    assertThat(users.next()).isEqualTo("session opened");
    try (Peer peer = server.accept()) {
      users.send("get", 0);
      peer.request();
      peer.write(answer);
      return users.next();
    }
  }

  private static String json(int status, String headers, String body) {
    return "HTTP/1.1 %d Status\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(status, headers, body.length(), body);
  }

  @ParameterizedTest
  @CsvSource({"200", "201", "204", "299"})
  void anyStatusOfSuccessIsAsExpectedWhereNothingIsSaid(int status) throws Exception {
    assertThat(outcome("{}", json(status, "", ""))).isEqualTo("get 0 succeeded");
  }

  @ParameterizedTest
  @CsvSource({"301", "404", "409", "503"})
  void anyOtherStatusIsItsCause(int status) throws Exception {
    assertThat(outcome("{}", json(status, "", "{}")))
        .isEqualTo("get 0 failed protocol.http." + status);
  }

  @Test
  void aStatusThatIsExpectedIsNoFailure() throws Exception {
    assertThat(outcome("{ status: [404, 410] }", json(404, "", "{}"))).isEqualTo("get 0 succeeded");
  }

  @Test
  void aStatusOfSuccessThatIsNotTheExpectedOneIsItsCause() throws Exception {
    assertThat(outcome("{ status: 201 }", json(200, "", "")))
        .isEqualTo("get 0 failed protocol.http.200");
  }

  @ParameterizedTest
  @CsvSource({"{}", "'{ status: 201 }'"})
  void aMultiStatusSaysHowManyPartsWentWrong(String expect) throws Exception {
    String body =
        "{\"success\":[\"urn:a\"],\"errors\":[{\"id\":\"urn:b\",\"ProblemDetails\":{\"x\":[1]}},{}]}";

    assertThat(outcome(expect, json(207, "", body)))
        .isEqualTo("get 0 failed protocol.http.207.errors.2to9");
  }

  @Test
  void aMultiStatusThatCannotBeReadIsAStatus() throws Exception {
    assertThat(outcome("{}", json(207, "", "oops"))).isEqualTo("get 0 failed protocol.http.207");
  }

  @Test
  void aMultiStatusIsAsExpectedWhereItIsListed() throws Exception {
    assertThat(outcome("{ status: 207 }", json(207, "", "{\"errors\":[{}]}")))
        .isEqualTo("get 0 succeeded");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ found: 2 }        | [{\"a\":[1,2]},{}]    | succeeded",
        "{ found: 2 }        | [{},{},{}]            | succeeded",
        "{ found: 1 }        | {\"id\":\"urn:a\"}    | succeeded",
        "{ found: 1 }        | []                    | failed protocol.answer.empty",
        "{ found: 1 }        | ''                    | failed protocol.answer.empty",
        "{ found: 3 }        | [{},{}]               | failed protocol.answer.fewer",
        "{ foundExactly: 2 } | [{},{}]               | succeeded",
        "{ foundExactly: 2 } | [{},{},{}]            | failed protocol.answer.more",
        "{ foundExactly: 0 } | []                    | succeeded",
        "{ foundExactly: 0 } | [{}]                  | failed protocol.answer.more",
        "{ found: 1 }        | <html/>               | failed protocol.answer.unreadable",
        "{ found: 1 }        | [{},{                 | failed protocol.answer.unreadable",
        "{}                  | <html/>               | succeeded",
      })
  void whatIsFoundIsCountedInTheAnswer(String expect, String body, String outcome)
      throws Exception {
    assertThat(outcome(expect, json(200, "", body))).isEqualTo("get 0 " + outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5    | [{},{},{},{},{}]    | succeeded",
        "9    | [{},{},{},{},{},{}] | succeeded",
        "0    | []                  | failed protocol.answer.empty",
        "4    | [{},{},{},{},{}]    | failed protocol.answer.fewer",
        "many | [{},{},{},{},{}]    | failed protocol.answer.unreadable",
        "5    | []                  | failed protocol.answer.empty",
        "5    | ''                  | failed protocol.answer.empty",
        "5    | [{},{},{},{}]       | failed protocol.answer.fewer",
        "5    | [{},{},{},{},{      | failed protocol.answer.unreadable",
      })
  void whatTheBrokerCountedAndWhatIsInTheAnswerHaveToBeEnough(
      String count, String body, String outcome) throws Exception {
    String header = "NGSILD-Results-Count: " + count + "\r\n";

    assertThat(outcome("{ found: 5 }", json(200, header, body))).isEqualTo("get 0 " + outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/e?limit=2&count=true        | [{},{}]    | succeeded",
        "/e?limit=2&count=true        | [{}]       | failed protocol.answer.fewer",
        "/e?limit=0&count=true        | ''         | succeeded",
        "/e?limit=0&count=true        | []         | succeeded",
        "/e?limit=9&offset=7          | [{},{},{}] | succeeded",
        "/e?limit=9&offset=7          | [{},{}]    | failed protocol.answer.fewer",
        "/e?limit=9&offset=8          | [{},{},{}] | failed protocol.answer.more",
        "/e?options=count&offset=100  | []         | succeeded",
      })
  void aPageHasItsPartOfWhatIsWanted(String path, String body, String outcome) throws Exception {
    String answer = json(200, "NGSILD-Results-Count: 10\r\n", body);

    assertThat(outcome(path, "{ foundExactly: 10 }", answer)).isEqualTo("get 0 " + outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{\"id\":\"a\",\"type\":\"T\"},{\"type\":\"T\",\"id\":\"a\"}] | failed protocol.answer.repeated",
        "[{\"id\":\"a\",\"type\":\"T\"},{\"id\":\"b\",\"type\":\"T\"}] | succeeded",
        "[{\"id\":\"a\",\"type\":\"T\"},{\"id\":\"a\",\"type\":\"U\"}] | succeeded",
        "[{\"a\":{\"id\":\"a\"}},{\"a\":{\"id\":\"a\"}}]         | succeeded",
      })
  void theSameEntityTwiceIsNotTwo(String body, String outcome) throws Exception {
    assertThat(outcome("{ foundExactly: 2 }", json(200, "", body))).isEqualTo("get 0 " + outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "entities/a           | {'id':'a','type':'T'}                       | succeeded",
        "entities/a           | {'id':'b','type':'T'}                       | otherEntity",
        "entities/a?type=T    | {'id':'a','type':'U'}                       | otherType",
        "entities/a?pick=x    | {'x':1}                                     | succeeded",
        "entities/a           | {'id':'a','x':{'id':'b','type':'Property'}} | succeeded",
        "entities/a           | {'id':'a',                                  | unreadable",
        "entities/a%2Bb+c     | {'id':'a+b+c'}                              | succeeded",
        "temporal/entities/a  | {'id':'b','type':'T'}                       | otherEntity",
        "entities/a/attrs/x   | {'type':'Property','value':1}               | succeeded",
        "entities/a/attrs/x   | {'id':'b','type':'Property','value':1}      | otherEntity",
        "entities?type=T      | [{'id':'a','type':'T'},{'id':'b','type':'U'}] | otherType",
        "entities?type=T,U    | [{'id':'a','type':'T'},{'id':'b','type':'U'}] | succeeded",
        "entities?type=(T;U)  | [{'id':'a','type':['U','T']}]               | succeeded",
        "entities?type=T      | [{'id':'a','type':['U','V']}]               | otherType",
        "entities?type=T      | [{'id':'a','type':'http://x/T1'}]           | succeeded",
        "entities?type=http://x/T | [{'id':'a','type':'T1'}]                | succeeded",
        "entities?type=http://x/T | [{'id':'a','type':'http://x/U'}]        | otherType",
        "entities?id=a,b      | [{'id':'b'}]                                | succeeded",
        "entities?id=a,b      | [{'id':'c'}]                                | otherEntity",
        "entities?q=x==1      | [{'id':'c','type':'U'}]                     | succeeded",
        "entities?type=T&join=flat | [{'id':'c','type':'U'}]                | succeeded",
        "temporal/entities?type=T | [{'id':'a','type':'U'}]                 | otherType",
        "types/T              | {'id':'b','type':'EntityTypeInfo'}          | succeeded",
      })
  void anAnswerHasEntitiesThatTheRequestNames(String path, String body, String outcome)
      throws Exception {
    String answer = json(200, "", body.replace('\'', '"'));

    assertThat(outcome("/ngsi-ld/v1/" + path, "{}", answer)).isEqualTo(ofAnswer(outcome));
  }

  private static String ofAnswer(String outcome) {
    return "get 0 " + (outcome.equals("succeeded") ? outcome : "failed protocol.answer." + outcome);
  }

  @Test
  void theFeaturesOfAMapAreNoEntities() throws Exception {
    String features = "Content-Type: application/geo+json\r\n";
    String body = "{\"id\":\"a\",\"type\":\"Feature\"}";

    assertThat(outcome("/ngsi-ld/v1/entities/a?type=T", "{}", json(200, features, body)))
        .isEqualTo("get 0 succeeded");
  }

  @Test
  void anErrorThatIsExpectedIsNoEntity() throws Exception {
    String body = "{\"type\":\"https://x/ResourceNotFound\",\"id\":\"none\"}";

    assertThat(outcome("/ngsi-ld/v1/entities/a?type=T", "{ status: 404 }", json(404, "", body)))
        .isEqualTo("get 0 succeeded");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "201 | ['urn:0','urn:1'] | succeeded",
        "201 | ['urn:1']         | succeeded",
        "201 | ['urn:0','urn:2'] | otherEntity",
        "204 | ''                | succeeded",
      })
  void aBatchMakesTheEntitiesThatItNames(int status, String made, String outcome) throws Exception {
    String rest = "batch: 2, body: '{ \"id\": \"urn:{{index}}\" }'";

    assertThat(
            outcome(
                "POST /ngsi-ld/v1/entityOperations/create",
                rest,
                "",
                json(status, "", made.replace('\'', '"'))))
        .isEqualTo(ofAnswer(outcome));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "entities/a                | {'id':'b','type':'T'}   | otherEntity",
        "entities/a?options=values | ['b','c']               | succeeded",
        "entities?type=T           | [{'id':'a','type':'U'}] | otherType",
        "entities?type=T           | [{'id':'a','type':'x:T'}] | otherType",
        "entities?type=T&options=count,unique | [['b']]      | succeeded",
      })
  void thatIsSoWithBothInterfaces(String path, String body, String outcome) throws Exception {
    String answer = json(200, "", body.replace('\'', '"'));

    assertThat(outcome("GET /v2/" + path, "expect: {}", ", broker: orion", answer))
        .isEqualTo(ofAnswer(outcome));
  }

  @Test
  void resultsInManyChunksAreCounted() throws Exception {
    StringBuilder answer =
        new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    String body = "[ {\"é\":\"]\\\"{\"}, {}, [[]], null, 3 ]";
    for (String chunk : body.split("")) {
      int length = "é".equals(chunk) ? 2 : 1;
      answer.append(length).append("\r\n").append(chunk).append("\r\n");
    }

    assertThat(outcome("{ foundExactly: 5 }", answer + "0\r\n\r\n")).isEqualTo("get 0 succeeded");
  }

  @Test
  void anAnswerThatIsTooLargeFailsAndItsConnectionIsNotUsedAgain() throws Exception {
    users = TestUsers.connected(server.url(), "", "flows: { get: { rate: 1/s, request: GET /e } }");
    try (Peer first = server.accept()) {
      users.send("get", 0);
      users.send("get", 1);
      first.request();
      first.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n");
      String part = " ".repeat(1 << 20);
      try {
        for (int i = 0; i < 95; i++) {
          first.write(part);
        }
      } catch (IOException e) {
        // The client closed it before all was written.
      }
      assertThat(users.next()).isEqualTo("get 0 failed protocol.answer.tooLarge");
    }
    try (Peer second = server.accept()) {
      second.request();
      second.write(RawServer.NO_CONTENT);
      assertThat(users.next()).isEqualTo("get 1 succeeded");
    }
  }

  private static final String STEPS =
      """
      flows:
        create: { rate: 1/s, request: POST /e, body: '{ "id": "urn:{{n}}" }',
                  save: { location: Location, map: NGSILD-EntityMap } }
        tag: { rate: 1/s, request: POST /tag, save: { tag: ETag } }
        remove: { rate: 1/s, request: "DELETE {{location}}", headers: { If-Match: "{{tag}}" } }
      """;

  @Test
  void whatAnAnswerHadIsForTheLaterStepsOfTheUser() throws Exception {
    users = TestUsers.connected(server.url(), "", STEPS);
    try (Peer peer = server.accept()) {
      users.send("create", 0);
      peer.request();
      peer.write(json(201, "Location: http://inside:1/e/urn:0\r\nNGSILD-EntityMap: m1\r\n", ""));
      var created = users.inbound();
      assertThat(created.replyTo())
          .isEqualTo(Map.of("location", "http://inside:1/e/urn:0", "map", "m1"));
      users.send("tag", 0, created);
      peer.request();
      peer.write(json(200, "ETag: t7\r\n", ""));
      users.send("remove", 0, users.inbound());

      assertThat(peer.request()).startsWith("DELETE /e/urn:0 HTTP/1.1").contains("If-Match: t7");
    }
  }

  @Test
  void aStepThatLacksWhatWasToBeSavedIsNotSent() throws Exception {
    users = TestUsers.connected(server.url(), "", STEPS);
    users.send("remove", 0);

    assertThat(users.next()).isEqualTo("remove 0 failed protocol.data.unsaved");
  }

  @Test
  void anAnswerWithoutAHeaderThatIsToBeSavedNamesIt() throws Exception {
    users = TestUsers.connected(server.url(), "", STEPS);
    try (Peer peer = server.accept()) {
      users.send("create", 0);
      peer.request();
      peer.write(json(201, "Location: /e/urn:0\r\n", ""));

      assertThat(users.next())
          .isEqualTo("create 0 failed protocol.answer.noHeader.NGSILD-EntityMap");
    }
  }
}
