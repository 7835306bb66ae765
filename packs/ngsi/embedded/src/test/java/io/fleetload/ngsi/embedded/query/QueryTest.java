// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
  /** An array is the values of several instances. */
  private static final String ATTRIBUTES =
      "{\"n\":[7.5],\"open\":[true],\"text\":[\"true\"],\"owner\":[\"urn:ngsi-ld:owner:owner3\"],"
          + "\"many\":[1,9],\"digits\":[\"5\"],\"address\":[{\"city\":{\"code\":44}}]}";

  private final Entity entity = entity();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n==7.5",
        "n!=7",
        "n>7",
        "n<8",
        "n>=7.5",
        "n<=7.5",
        "n==1,7.5",
        "n!=1,2",
        "n",
        "open==true",
        "text==\"true\"",
        "text=='true'",
        "digits==\"5\"",
        "owner==\"urn:ngsi-ld:owner:owner3\"",
        "owner==urn:ngsi-ld:owner:owner3",
        "owner~=owner[0-9]$",
        "many>8",
        "many<2",
        "address[city.code]==44",
        "n>7;open==true",
        "n>7&open==true",
        "n>9|open==true",
        "n>9;open==true|text==\"true\"",
        "((text==\"true\")|(owner==\"owner3\"))",
        "(n>9|n<8);open==true",
        "text>\"a\""
      })
  void itHolds(String q) throws Exception {
    assertThat(Query.read(q, UnaryOperator.identity()).test(entity)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n==7",
        "n!=7.5",
        "n!=1,7.5",
        "n>7.5",
        "n<7.5",
        "n>=8",
        "n<=7",
        "n==\"7.5\"",
        "none",
        "none!=1",
        "open==false",
        "open==\"true\"",
        "text==true2",
        "digits==5",
        "owner==owner3",
        "many>9",
        "many==5",
        "address[city.code]==45",
        "n>7;open==false",
        "n>9|open==false",
        "n>9;open==true|text==\"no\"",
        "(n>9|n<8);open==false",
        "text>5",
        "n~=7"
      })
  void itDoesNotHold(String q) throws Exception {
    assertThat(Query.read(q, UnaryOperator.identity()).test(entity)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {"n>5;   # 5", "n==    # 4", "(n>5   # 5", "n>5)   # 4", "n=='5  # 5", "n[a>5  # 6"})
  void whatIsNoQueryIsSaidWithItsPlace(String q, int character) {
    assertThatThrownBy(() -> Query.read(q, UnaryOperator.identity()))
        .isInstanceOf(Query.QueryError.class)
        .hasMessageStartingWith("q '" + q + "': ")
        .hasMessageEndingWith(" character " + character)
        .message()
        .satisfies(message -> Golden.of("server").holds("q=" + q, message));
  }

  @Test
  void namesAreExpanded() throws Exception {
    assertThat(Query.read("N>7", name -> "n").test(entity)).isTrue();
  }

  private static Entity entity() {
    Map<String, List<Instance>> attributes = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, JsonNode> each :
          new ObjectMapper().readTree(ATTRIBUTES).properties()) {
        List<Instance> instances = new ArrayList<>();
        for (JsonNode value : each.getValue()) {
          instances.add(new Instance(new byte[0], value, "", Instance.UNKNOWN, false));
        }
        attributes.put(each.getKey(), instances);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new Entity("urn:a:b", "t", attributes);
  }
}
