// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.Recording.Block;
import io.fleetload.ngsi.embedded.Recording.Message;
import io.fleetload.ngsi.embedded.fault.Faults;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The broker answers and notifies as a real Scorpio was seen to do, in the same order. */
class RecordedExchangesTest {
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "version", "the health of Scorpio's own parts; no NGSI",
          "sink after update watched", "Scorpio does not notify subscriptions to one id; we do");

  private static final Set<String> HEADERS_THAT_MATTER =
      Set.of("Location", "Content-Type", "Link", "NGSILD-EntityMap", "NGSILD-Results-Count");

  private static final String CONTEXT = "{'@context':{'@vocab':'https://lab.example/'}}";

  /** A subscription that was there before the recording began; its notifications are not ours. */
  private static final String LEFT_OVER = "urn:29c6d185-16fd-4902-86a8-dd436d32a8e1";

  /** History shows late on Scorpio; here it does not show while the test runs. */
  private static final Faults LATE_HISTORY =
      new Faults(0, 0, 0, 0, 0, 0, Duration.ofHours(1).toMillis());

  private final ObjectMapper mapper = new ObjectMapper();

  @Test
  void allButTwoExchanges() throws Exception {
    try (ReceiverInTest receiver = new ReceiverInTest(CONTEXT.replace('\'', '"'));
        BrokerInTest broker = new BrokerInTest(LATE_HISTORY)) {
      List<Block> blocks = Recording.ofScorpio(broker.url(), receiver.url());
      int replayed = 0;
      for (Block block : blocks) {
        if (block.name().equals("sink after update watched")) {
          assertThat(receiver.next().attribute("temperature").path("value").asDouble())
              .isEqualTo(8.5);
        }
        if (!LEFT_OUT.containsKey(block.name())) {
          replayed++;
          replay(block, broker, receiver);
        }
      }
      assertThat(blocks).hasSize(67);
      assertThat(replayed).isEqualTo(65);
    }
  }

  private void replay(Block block, BrokerInTest broker, ReceiverInTest receiver) throws Exception {
    if (block.exchange().isEmpty()) {
      notifications(block, receiver);
      return;
    }
    Message request = block.exchange().get(0);
    Message expected = block.exchange().get(1);
    String[] line = request.line().split(" ");
    HttpResponse<String> answer = broker.send(line[0], line[1], request.body(), request.headers());
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    answer.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    Message happened = new Message(Integer.toString(answer.statusCode()), headers, answer.body());
    assertThat(inShort(block.name(), happened))
        .as(block.name())
        .isEqualTo(inShort(block.name(), expected));
  }

  private List<Object> inShort(String name, Message answer) throws Exception {
    List<Object> all = new ArrayList<>();
    all.add(answer.line());
    HEADERS_THAT_MATTER.stream()
        .sorted()
        .filter(answer.headers()::containsKey)
        .forEach(it -> all.add(it + ": " + anyUuid(answer.headers().get(it))));
    all.add(answer.body().isEmpty() ? "" : loosened(name, mapper.readTree(answer.body())));
    return all;
  }

  private static String anyUuid(String text) {
    return text.replaceAll("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}", "any");
  }

  private JsonNode loosened(String name, JsonNode body) throws Exception {
    switch (name) {
      case "batch create 3" -> {
        return inOrder(body);
      }
      case "query type", "query complex" -> {
        // Which of the batch comes first is not said.
        return mapper.readTree(body.toString().replaceAll("store:b\\d", "store:b"));
      }
      case "batch create again + new" -> {
        // Scorpio cuts the last letter.
        String problem = "/errors/0/ProblemDetails";
        ((ObjectNode) body.at(problem)).remove("instanceId");
        return body;
      }
      case "list subscriptions" -> {
        // Ours has notified.
        ((ObjectNode) body.get(0)).remove("timesSent");
        return mapper.readTree(anyUuid(body.toString()));
      }
      default -> {
        return body;
      }
    }
  }

  private ArrayNode inOrder(JsonNode texts) {
    List<JsonNode> all = new ArrayList<>();
    texts.forEach(all::add);
    all.sort(Comparator.comparing(JsonNode::asText));
    return mapper.createArrayNode().addAll(all);
  }

  private void notifications(Block block, ReceiverInTest receiver) throws Exception {
    List<String> expected = new ArrayList<>();
    for (Message each : block.notifications()) {
      JsonNode body = mapper.readTree(each.body());
      if (!body.path("subscriptionId").asText().equals(LEFT_OVER)) {
        expected.add(inShort(each.line(), each.headers().get("Link"), body));
      }
    }
    List<String> happened = new ArrayList<>();
    for (ReceiverInTest.Notification each : receiver.next(expected.size())) {
      happened.add(inShort(each.path(), each.headers().getFirst("Link"), each.body()));
      assertThat(each.body().path("id").asText()).matches("notification:-?\\d+");
      assertThat(each.body().path("notifiedAt").asText())
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
      assertThat(each.headers().getFirst("Content-Type")).isEqualTo("application/json");
    }
    assertThat(happened).as(block.name()).isEqualTo(expected);
  }

  private static String inShort(String path, String link, JsonNode body) {
    return path + " " + link + " " + body.path("type") + " " + body.path("data");
  }
}
