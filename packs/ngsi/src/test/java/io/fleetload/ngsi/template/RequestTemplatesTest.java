// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.body.Feeders;
import io.fleetload.body.KnownNames;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import io.fleetload.body.Values;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestTemplatesTest {
  private static final KnownNames KNOWN =
      RequestTemplates.ofFlow(1, "update", Set.of("location"), Feeders.NONE);
  private static final String CONTEXT = "http://x/c";

  /** A message of user 3 with number 11. */
  private record Message(String location) implements Values {
    @Override
    public int user() {
      return 3;
    }

    @Override
    public int iteration() {
      return 7;
    }

    @Override
    public int n() {
      return 11;
    }

    @Override
    public RunId run() {
      return new RunId(0x1f00a);
    }

    @Override
    public Stamp stamp() {
      return new Stamp(run(), "update", Period.MEASURED, 3, 11, 1, 2);
    }

    @Override
    public String own(String name) {
      return name.equals("context") ? CONTEXT : location;
    }

    @Override
    public long epochMillis() {
      return 1_700_000_000_007L;
    }
  }

  @Test
  void eachObjectOfABodyIsGivenAContextUnlessItHasOne() throws Exception {
    String member = "\"@context\":\"http://x/c\"";

    assertThat(withContext("{\"a\":{\"b\":1}}", null))
        .isEqualTo("{\"a\":{\"b\":1}," + member + "}");
    assertThat(withContext("{ }", null)).isEqualTo("{" + member + "}");
    assertThat(withContext("[{\"a\":1},{},[{}]]", null))
        .isEqualTo("[{\"a\":1," + member + "},{" + member + "},[{}]]");
    assertThat(withContext("{\"a\":1}", 2))
        .isEqualTo("[{\"a\":1," + member + "},{\"a\":1," + member + "}]");
    assertThat(withContext("{\"all\":[\"{{repeat}}\",{\"a\":1}]}", 1))
        .isEqualTo("{\"all\":[{\"a\":1}]," + member + "}");
    assertThat(withContext("{\"@context\":\"mine\"}", null)).isEqualTo("{\"@context\":\"mine\"}");
    assertThat(withContext("[{\"a\":1,\"@context\":\"mine\"},{}]", null))
        .isEqualTo("[{\"a\":1,\"@context\":\"mine\"},{" + member + "}]");
    assertThat(withContext("\"urn:{{index}}\"", 2)).isEqualTo("[\"urn:0\",\"urn:1\"]");
  }

  @Test
  void aPathStaysAsItWasWrittenButForWhatCannotBeInARequestLine() throws Exception {
    assertThat(path("//ngsi-ld/v1/entities?q=(owner==\"owner{{n}}\")&x=%20y z|ü"))
        .isEqualTo("//ngsi-ld/v1/entities?q=(owner==%22owner11%22)&x=%20y%20z%7C%C3%BC");
  }

  @Test
  void aValueInAPathIsEncoded() throws Exception {
    assertThat(path("/entities/{{choice('urn:a b/c&d')}}"))
        .isEqualTo("/entities/urn:a%20b%2Fc%26d");
  }

  @Test
  void aSavedLocationAtTheBeginningOfAPathIsTakenAsItIs() throws Exception {
    Message message = new Message("http://broker:1026/ngsi-ld/v1/entities/urn:e?a=b");

    assertThat(RequestTemplates.path("{{location}}/attrs", KNOWN).rendered(message))
        .isEqualTo("/ngsi-ld/v1/entities/urn:e?a=b/attrs");
    assertThat(RequestTemplates.body("\"{{location}}\"", null, KNOWN).rendered(message))
        .isEqualTo("\"http://broker:1026/ngsi-ld/v1/entities/urn:e?a=b\"");
  }

  @Test
  void onlyAValueFromElsewhereCanBeTheBeginningOfAPath() {
    assertThatThrownBy(() -> RequestTemplates.path("{{user}}/attrs", KNOWN))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("{{user}}");
  }

  @Test
  void noValueCanBeginAnotherHeader() throws Exception {
    Message message = new Message("a\r\nX-Evil: b");

    assertThat(RequestTemplates.header("X", "v {{location}}", KNOWN).rendered(message))
        .isEqualTo("v a  X-Evil: b");
  }

  @Test
  void aVariableIsNotCalledAsAPlaceholderIs() {
    assertThat(Set.of("run", "context", "choice", "location").stream())
        .filteredOn(RequestTemplates::isTaken)
        .containsExactlyInAnyOrder("run", "context", "choice");
  }

  private static String path(String text) throws Exception {
    return RequestTemplates.path(text, KNOWN).rendered(new Message("/"));
  }

  private static String withContext(String body, Integer batch) throws Exception {
    Template template = RequestTemplates.body(RequestTemplates.withContext(body), batch, KNOWN);
    return template.rendered(new Message("/"));
  }
}
