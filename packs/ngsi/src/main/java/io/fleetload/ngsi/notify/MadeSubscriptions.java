// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.body.MissingValueException;
import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.Subscription;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** A run's subscriptions at the broker: makes them, and removes them again. */
final class MadeSubscriptions {
  static final String PATH = "/subscriptions";

  private static final int CREATED = 201;

  private final NgsiProfile profile;
  private final BrokerClient broker;
  private final Receivers receivers;
  private final WatchedEntities entities;
  private final Endpoints endpoints;
  private final String name;
  private final RunClock clock;
  private final StopSignal stop;

  /** By the subscription's number among all: its path at the broker; null if it is not made. */
  private final String[] paths;

  /**
   * Subscriptions that are not made yet.
   *
   * @param name what the names of all of them begin with
   */
  MadeSubscriptions(
      NgsiProfile profile,
      BrokerClient broker,
      Receivers receivers,
      WatchedEntities entities,
      Endpoints endpoints,
      String name,
      RunClock clock,
      StopSignal stop) {
    this.profile = profile;
    this.broker = broker;
    this.receivers = receivers;
    this.entities = entities;
    this.endpoints = endpoints;
    this.name = name;
    this.clock = clock;
    this.stop = stop;
    this.paths = new String[receivers.subscriptions()];
  }

  /**
   * Makes all of them.
   *
   * @throws TargetException if the broker does not want one of them
   * @throws InterruptedException if the tool has to stop before that
   */
  void make() throws TargetException, InterruptedException {
    SubscriptionBody body = new SubscriptionBody(broker.broker());
    Pipeline pipeline = new Pipeline(BrokerClient.MOST_AT_ONCE);
    for (int i = 0; i < paths.length && pipeline.failure() == null; i++) {
      if (stop.why() != null) {
        pipeline.end(Long.MAX_VALUE);
        throw new InterruptedException("stopped while subscriptions were made");
      }
      int overall = i;
      pipeline.begin(Long.MAX_VALUE, () -> make(overall, body));
    }
    pipeline.end(Long.MAX_VALUE);
    if (pipeline.failure() instanceof Refused refused) {
      throw new TargetException(refused.getMessage());
    } else if (pipeline.failure() != null) {
      throw broker.unreachable(pipeline.failure());
    }
  }

  /** The broker said no, or there is nothing to ask it for. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  private Future<?> make(int overall, SubscriptionBody body) {
    int group = receivers.group(overall);
    int number = receivers.number(overall);
    Subscription wanted = profile.subscriptions().get(group);
    String own = name + group + ":" + number;
    ObjectNode subscription;
    try {
      String entity = entities.id(group, number / wanted.each());
      subscription = body.of(wanted, own, entity, endpoints.uri(group, number));
    } catch (MissingValueException e) {
      return Future.failedFuture(
          new Refused("subscriptions[%d].id: %s".formatted(group, e.getMessage())));
    }
    return broker
        .send(HttpMethod.POST, PATH, subscription)
        .compose(
            answer -> {
              if (answer.status() != CREATED) {
                return Future.failedFuture(
                    new Refused(
                        "%s does not make subscription %d of %d (subscriptions[%d]): %s"
                            .formatted(
                                broker.described(),
                                number,
                                wanted.subscriptions(),
                                group,
                                answer)));
              }
              paths[overall] = path(answer, own);
              return Future.succeededFuture();
            });
  }

  /**
   * Path of a subscription as the broker says it; with the subscription's own id if it does not.
   */
  static String path(BrokerClient.Answer made, String name) {
    String location = made.location() == null ? "" : made.location();
    int id = location.lastIndexOf('/') + 1;
    return PATH + "/" + (id == 0 ? SubscriptionBody.URN + name : location.substring(id));
  }

  /** Number of the subscriptions. */
  int count() {
    return paths.length;
  }

  /** The path of one that is there; null if there is no such one. */
  String first() {
    return paths.length == 0 ? null : paths[0];
  }

  /**
   * Removes those that were made; what the broker does not remove stays.
   *
   * @param within how long that may take, in ns
   * @throws InterruptedException if the thread was interrupted
   */
  void remove(long within) throws InterruptedException {
    long until = clock.nanos() + within;
    Pipeline pipeline = new Pipeline(BrokerClient.MOST_AT_ONCE);
    boolean goesOn = true;
    for (int i = 0; i < paths.length && goesOn; i++) {
      String path = paths[i];
      goesOn =
          pipeline.failure() == null
              && (path == null
                  || pipeline.begin(
                      until - clock.nanos(), () -> broker.send(HttpMethod.DELETE, path, null)));
    }
    pipeline.end(until - clock.nanos());
  }
}
