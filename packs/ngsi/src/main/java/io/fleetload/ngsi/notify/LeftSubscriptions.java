// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpMethod;
import java.util.LinkedHashSet;
import java.util.Set;

/** Subscriptions that runs of a profile left at the broker because they were killed. */
public final class LeftSubscriptions {
  /** Brokers refuse more at once: Stellio has 100 as its limit. */
  private static final int PAGE = 100;

  /** Far above what the brokers of load tests hold. */
  private static final int MOST = 1_000_000;

  private static final int OK = 200;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NgsiProfile profile;
  private final BrokerClient broker;
  private final StopSignal stop;

  private LeftSubscriptions(NgsiProfile profile, BrokerClient broker, StopSignal stop) {
    this.profile = profile;
    this.broker = broker;
    this.stop = stop;
  }

  /** Prefix of the names of the subscriptions of all runs of a profile. */
  static String name(NgsiProfile profile) {
    return "fl:" + profile.run().name() + ":";
  }

  /**
   * Removes the subscriptions of all runs with the profile's name, also of one that goes on.
   *
   * @return how many there were
   * @throws TargetException if the broker is not there, or lists none
   * @throws UsageException if the profile describes the way to it wrongly
   * @throws InterruptedException if the thread was interrupted
   */
  public static int remove(NgsiProfile profile, StopSignal stop)
      throws TargetException, UsageException, InterruptedException {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    try {
      return new LeftSubscriptions(profile, new BrokerClient(vertx, profile), stop).remove();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private int remove() throws TargetException, InterruptedException {
    Set<String> left = left();
    Pipeline pipeline = new Pipeline(BrokerClient.MOST_AT_ONCE);
    for (String id : left) {
      if (stop.why() != null || pipeline.failure() != null) {
        break;
      }
      pipeline.begin(
          Long.MAX_VALUE,
          () -> broker.send(HttpMethod.DELETE, MadeSubscriptions.PATH + "/" + id, null));
    }
    pipeline.end(Long.MAX_VALUE);
    if (pipeline.failure() != null) {
      throw broker.unreachable(pipeline.failure());
    }
    return left.size();
  }

  private Set<String> left() throws TargetException {
    Set<String> left = new LinkedHashSet<>();
    Set<String> before = Set.of();
    int offset = 0;
    do {
      String query = "%s?limit=%d&offset=%d".formatted(MadeSubscriptions.PATH, PAGE, offset);
      Set<String> page = take(broker.ask(HttpMethod.GET, query, null), left);
      if (!page.isEmpty() && before.containsAll(page)) {
        throw new TargetException(
            "%s lists the same subscriptions again at offset %d, so that it is not known which are left; remove those named %s by hand"
                .formatted(broker.described(), offset, name(profile)));
      }
      before = page;
      offset += page.size();
      if (offset > MOST) {
        throw new TargetException(
            "%s lists more than %d subscriptions; remove those named %s by hand"
                .formatted(broker.described(), MOST, name(profile)));
      }
    } while (before.size() >= PAGE && stop.why() == null);
    return left;
  }

  /** The ids on a page; adds those of this profile to the others. */
  private Set<String> take(BrokerClient.Answer answer, Set<String> left) throws TargetException {
    if (answer.status() != OK) {
      throw new TargetException(
          "%s does not list its subscriptions: %s".formatted(broker.described(), answer));
    }
    try {
      Set<String> page = new LinkedHashSet<>();
      String urn = SubscriptionBody.URN + name(profile);
      for (JsonNode each : JSON.readTree(answer.body())) {
        String id = each.path("id").asText();
        page.add(id);
        if (id.startsWith(urn) || each.path("description").asText().startsWith(name(profile))) {
          left.add(id);
        }
      }
      return page;
    } catch (JsonProcessingException e) {
      throw new TargetException(
          "%s lists its subscriptions in no JSON: %s".formatted(broker.described(), answer));
    }
  }
}
