// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.TearDown;
import io.fleetload.ngsi.notify.BrokerClient;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The entities that a profile's {@code tearDown} names, as the broker lists them. */
final class LeftEntities {
  /** Brokers refuse more at once: Stellio has 100 as its limit. */
  private static final int PAGE = 100;

  /** A broker may list for a while what it has removed. */
  private static final int MOST_LOOKS_IN_VAIN = 50;

  private static final long BETWEEN_LOOKS_MILLIS = 200;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final BrokerClient broker;
  private final TearDown wanted;
  private final StopSignal stop;
  private int foreign;

  LeftEntities(BrokerClient broker, TearDown wanted, StopSignal stop) {
    this.broker = broker;
    this.wanted = wanted;
    this.stop = stop;
  }

  /**
   * Removes them page by page, until none is left or the tool has to stop.
   *
   * @return how many there were
   * @throws TargetException if the broker does not list or remove them
   * @throws InterruptedException if the thread was interrupted
   */
  int remove() throws TargetException, InterruptedException {
    int removed = 0;
    int inVain = 0;
    List<String> before = List.of();
    while (stop.why() == null) {
      List<String> ids = nextPage();
      if (ids.isEmpty()) {
        break;
      }
      if (ids.equals(before)) {
        inVain++;
        if (inVain > MOST_LOOKS_IN_VAIN) {
          throw new TargetException(
              "%s removed %s and still lists it".formatted(broker.described(), ids.get(0)));
        }
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
      } else {
        inVain = 0;
        removed += ids.size();
      }
      delete(ids);
      before = ids;
    }
    return removed;
  }

  /** The next of them; none where the broker has no more. Passes over what is not to be removed. */
  private List<String> nextPage() throws TargetException {
    while (true) {
      JsonNode page = page(foreign);
      List<String> ids = new ArrayList<>();
      for (JsonNode each : page) {
        String id = each.path("id").asText();
        if (id.startsWith(wanted.ids())) {
          ids.add(id);
        }
      }
      foreign += page.size() - ids.size();
      if (!ids.isEmpty() || page.size() < PAGE) {
        return ids;
      }
    }
  }

  private JsonNode page(int offset) throws TargetException {
    String query =
        "%s/entities?type=%s&options=keyValues&limit=%d&offset=%d"
            .formatted(
                broker.root(),
                URLEncoder.encode(wanted.type(), StandardCharsets.UTF_8),
                PAGE,
                offset);
    BrokerClient.Answer answer = broker.answer(broker.send(HttpMethod.GET, query, null, null));
    if (answer.status() != OK) {
      throw refused("does not list its entities of type " + wanted.type(), answer);
    }
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw refused("lists its entities in no JSON", answer);
    }
  }

  private void delete(List<String> ids) throws TargetException {
    BrokerClient.Answer answer =
        broker.answer(
            broker.send(
                HttpMethod.POST,
                broker.root()
                    + (broker.broker().isV2() ? "/op/update" : "/entityOperations/delete"),
                "application/json",
                Buffer.buffer((broker.broker().isV2() ? updateOf(ids) : listOf(ids)).toString())));
    // Some may be gone by now; the next page says which are left.
    if (!answer.isSuccess() && answer.status() != NOT_FOUND) {
      throw refused("does not remove entities", answer);
    }
  }

  private static ArrayNode listOf(List<String> ids) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    ids.forEach(list::add);
    return list;
  }

  private ObjectNode updateOf(List<String> ids) {
    ObjectNode update = JsonNodeFactory.instance.objectNode().put("actionType", "delete");
    ArrayNode entities = update.putArray("entities");
    ids.forEach(id -> entities.addObject().put("id", id).put("type", wanted.type()));
    return update;
  }

  private TargetException refused(String what, BrokerClient.Answer answer) {
    return new TargetException("%s %s: %s".formatted(broker.described(), what, answer));
  }
}
