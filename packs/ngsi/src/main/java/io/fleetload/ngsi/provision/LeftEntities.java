// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.notify.BrokerClient;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.TearDown;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The entities that a profile's {@code tearDown} names, as the broker lists them. */
final class LeftEntities {
  /** Brokers refuse more at once: Stellio has 100 as its limit. */
  private static final int PAGE = 100;

  /** A broker may list for a while what it has removed. */
  private static final int MOST_LOOKS_IN_VAIN = 50;

  /** Of other entities of the type; far above what the brokers of load tests hold. */
  private static final int MOST_FOREIGN = 1_000_000;

  private static final long BETWEEN_LOOKS_MILLIS = 200;
  private static final long LONGEST_MILLIS = 30 * 60_000;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int UNPROCESSABLE = 422;

  /** Orion's error where some of the entities of a list are gone. */
  private static final String PARTIAL = "PartialUpdate";

  private static final String SERVICE_PATH = "Fiware-ServicePath";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final BrokerClient broker;
  private final TearDown wanted;
  private final Map<String, String> headers;
  private final StopSignal stop;
  private final Clock clock;
  private final long until;
  private int foreign;

  /**
   * The entities of one kind.
   *
   * @param path the service path that they are below; null for a broker without service paths
   */
  LeftEntities(BrokerClient broker, TearDown wanted, String path, StopSignal stop, Clock clock) {
    this.broker = broker;
    this.wanted = wanted;
    this.headers = path == null ? Map.of() : Map.of(SERVICE_PATH, path);
    this.stop = stop;
    this.clock = clock;
    this.until = clock.millis() + LONGEST_MILLIS;
  }

  /**
   * The service paths below which a profile's requests write, as far as they are known before a
   * request: what a header says itself goes before what the target says.
   */
  static Set<String> paths(NgsiProfile profile) {
    Set<String> paths = new LinkedHashSet<>();
    String ofAll = path(profile.target().headers(), "/");
    paths.add(ofAll);
    profile.flows().values().forEach(each -> paths.add(path(each.headers(), ofAll)));
    paths.removeIf(each -> each.contains("{{"));
    return paths;
  }

  private static String path(Map<String, String> headers, String otherwise) {
    for (Map.Entry<String, String> each : headers.entrySet()) {
      if (each.getKey().equalsIgnoreCase(SERVICE_PATH)) {
        return each.getValue();
      }
    }
    return otherwise;
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
      if (clock.millis() >= until) {
        throw new TargetException(
            "%s still lists entities of type %s after %d removed in %d minutes; run loadtest provision remove again"
                .formatted(broker.described(), wanted.type(), removed, LONGEST_MILLIS / 60_000));
      }
    }
    return removed;
  }

  /** The next of them; none where the broker has no more. Passes over what is not to be removed. */
  private List<String> nextPage() throws TargetException {
    Set<String> before = Set.of();
    while (stop.why() == null) {
      Set<String> others = new HashSet<>();
      List<String> ids = new ArrayList<>();
      JsonNode page = page(foreign);
      for (JsonNode each : page) {
        String id = each.path("id").asText();
        if (id.startsWith(wanted.ids())) {
          ids.add(id);
        } else {
          others.add(id);
        }
      }
      if (!ids.isEmpty() || page.size() < PAGE) {
        foreign += page.size() - ids.size();
        return ids;
      }
      if (before.containsAll(others)) {
        throw endless("lists the same entities of type %s again at offset %d", foreign);
      }
      before = others;
      foreign += page.size();
      if (foreign > MOST_FOREIGN) {
        throw endless("lists more than %2$d other entities of type %1$s", MOST_FOREIGN);
      }
    }
    return List.of();
  }

  private TargetException endless(String what, int number) {
    return new TargetException(
        "%s %s, so that it is not known which begin with %s; remove those by hand"
            .formatted(broker.described(), what.formatted(wanted.type(), number), wanted.ids()));
  }

  private JsonNode page(int offset) throws TargetException {
    String query =
        "%s/entities?type=%s&options=keyValues&limit=%d&offset=%d"
            .formatted(
                broker.root(),
                URLEncoder.encode(wanted.type(), StandardCharsets.UTF_8),
                PAGE,
                offset);
    BrokerClient.Answer answer =
        broker.answer(broker.send(HttpMethod.GET, query, null, null, headers));
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
                Buffer.buffer((broker.broker().isV2() ? updateOf(ids) : listOf(ids)).toString()),
                headers));
    // Some may be gone by now; the next page says which are left.
    boolean someGone =
        answer.status() == NOT_FOUND
            || (answer.status() == UNPROCESSABLE && answer.body().contains(PARTIAL));
    if (!answer.isSuccess() && !someGone) {
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
