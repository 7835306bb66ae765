// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.Subscription;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Finds out before a run whether the broker reaches the endpoints: subscribes to an entity of its
 * own, changes it, and waits to be notified. After a run it finds out by the same whether the
 * broker has come to what was changed last.
 */
final class Probe {
  private static final String TYPE = "FleetLoadProbe";
  private static final String ATTRIBUTE = "probe";
  private static final String ENTITIES = "/entities/";

  /** The endpoints are on one host; what differs is whether a port is open. */
  private static final int MOST_ENDPOINTS = 100;

  private static final long LONGEST_NANOS = 10_000_000_000L;
  private static final long AGAIN_NANOS = 1_000_000_000L;
  private static final long LOOK_MILLIS = 100;

  private final BrokerClient broker;
  private final Endpoints endpoints;
  private final BlockingQueue<Integer> probed;
  private final String name;
  private final String entity;
  private final RunClock clock;
  private final StopSignal stop;
  private final List<String> made = new ArrayList<>();
  private long changed;
  private int changes;
  private boolean marking;

  /**
   * A probe.
   *
   * @param probed gets the number of each endpoint that is notified
   * @param name what the names of all subscriptions of the run begin with
   * @param run the run's id
   */
  Probe(
      BrokerClient broker,
      Endpoints endpoints,
      BlockingQueue<Integer> probed,
      String name,
      String run,
      RunClock clock,
      StopSignal stop) {
    this.broker = broker;
    this.endpoints = endpoints;
    this.probed = probed;
    this.name = name;
    this.entity = "urn:ngsi-ld:" + TYPE + ":" + run;
    this.clock = clock;
    this.stop = stop;
  }

  /**
   * Waits until the broker notified each endpoint once. One subscription stays, for what was
   * changed last: to make one while the broker notifies can hurt it.
   *
   * @throws TargetException if it does not within 10 s
   * @throws InterruptedException if the tool has to stop before that
   */
  void look() throws TargetException, InterruptedException {
    int left = 0;
    try {
      subscribe();
      create();
      made.add(ENTITIES + entity);
      await();
      left = 1;
    } finally {
      remove(made.subList(Math.min(left, made.size()), made.size()));
    }
  }

  /**
   * Changes its entity once more, and again each second. To be called until it says yes.
   *
   * @return whether the broker notified of one of these changes. What it notifies in the order of
   *     the changes, it has notified of all that was changed before.
   */
  boolean isMarked() {
    if (!marking) {
      marking = true;
      probed.clear();
      changed = clock.nanos();
      made.add(ENTITIES + entity);
      var unused = broker.send(HttpMethod.POST, "/entities", entity());
    }
    change();
    return probed.poll() != null;
  }

  /**
   * Removes what is left of it.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  void end() throws InterruptedException {
    remove(made);
  }

  private void remove(List<String> paths) throws InterruptedException {
    Pipeline pipeline = new Pipeline(BrokerClient.MOST_AT_ONCE);
    for (String path : paths) {
      pipeline.begin(LONGEST_NANOS, () -> broker.send(HttpMethod.DELETE, path, null));
    }
    pipeline.end(LONGEST_NANOS);
    paths.clear();
  }

  private int count() {
    return Math.min(endpoints.count(), MOST_ENDPOINTS);
  }

  private void subscribe() throws TargetException {
    SubscriptionBody body = new SubscriptionBody(broker.broker());
    Subscription wanted =
        new Subscription(TYPE, null, null, null, List.of(ATTRIBUTE), null, null, ATTRIBUTE);
    for (int i = 0; i < count(); i++) {
      String own = name + "probe:" + i;
      ObjectNode subscription = body.of(wanted, own, null, endpoints.probeUri(i));
      BrokerClient.Answer answer =
          broker.ask(HttpMethod.POST, MadeSubscriptions.PATH, subscription);
      check("makes no subscription", answer);
      made.add(MadeSubscriptions.path(answer, own));
    }
  }

  private void create() throws TargetException {
    check("makes no entity", broker.ask(HttpMethod.POST, "/entities", entity()));
  }

  private ObjectNode entity() {
    return attributes(0).put("id", entity).put("type", TYPE);
  }

  private void check(String what, BrokerClient.Answer answer) throws TargetException {
    if (!answer.isSuccess()) {
      throw new TargetException(
          "%s %s: %s (target.url)".formatted(broker.described(), what, answer));
    }
  }

  private ObjectNode attributes(int value) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    String type = broker.broker().isV2() ? "Number" : "Property";
    body.putObject(ATTRIBUTE).put("type", type).put("value", value);
    return body;
  }

  private void await() throws TargetException, InterruptedException {
    Set<Integer> reached = new HashSet<>();
    long begun = clock.nanos();
    changed = begun;
    while (reached.size() < count()) {
      Integer one = probed.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      if (one != null && one >= 0 && one < count()) {
        reached.add(one);
      }
      if (stop.why() != null) {
        throw new InterruptedException("stopped while the broker was probed");
      }
      if (clock.nanos() - begun > LONGEST_NANOS) {
        throw unreached(reached);
      }
      change();
    }
  }

  /** Brokers that do not notify of a new entity notify of a changed one. */
  private void change() {
    long now = clock.nanos();
    if (now - changed > AGAIN_NANOS) {
      changed = now;
      changes++;
      var unused = broker.send(HttpMethod.POST, ENTITIES + entity + "/attrs", attributes(changes));
    }
  }

  private TargetException unreached(Set<Integer> reached) {
    int first = 0;
    while (reached.contains(first)) {
      first++;
    }
    return new TargetException(
        "%s did not notify %s within %d s of a change: if it does not reach this host there, set receiver.host to the name or IP under which it does; open the port as well (receiver.port); if it notifies no one, look into its log, and start it again"
            .formatted(
                broker.described(), endpoints.address(first), LONGEST_NANOS / 1_000_000_000L));
  }
}
