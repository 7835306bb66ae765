// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedExchangesTest {
  @ParameterizedTest
  @ValueSource(strings = {"recorded-2013.txt", "recorded-2019.txt"})
  void theGatewayAnswersAndPublishesWhatGoJt808Did(String recorded) throws Exception {
    List<String> expected = lines(recorded);
    List<String> happened = new ArrayList<>();
    Map<String, Terminal> terminals = new HashMap<>();
    try (ServerInTest server = ServerInTest.without(ServerInTest.NONE)) {
      Terminal terminal = null;
      for (String line : expected) {
        String[] words = line.split(" ", 2);
        switch (words[0]) {
          case "connection" -> {
            if (!terminals.containsKey(words[1])) {
              terminals.put(words[1], server.terminal());
            }
            terminal = terminals.get(words[1]);
            happened.add(line);
          }
          case ">" -> {
            terminal.send(words[1]);
            happened.add(line);
          }
          case "<" -> happened.add("< " + terminal.received());
          case "closed" -> happened.add(terminal.received());
          case "silence" -> happened.add(terminal.receivedAtOnce());
          default ->
              happened.addAll(server.published().stream().map(each -> "nats " + each).toList());
        }
      }
      for (Terminal each : terminals.values()) {
        each.close();
      }
    }
    assertThat(happened).isEqualTo(expected);
  }

  private static List<String> lines(String resource) throws Exception {
    try (InputStream in = RecordedExchangesTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }
}
