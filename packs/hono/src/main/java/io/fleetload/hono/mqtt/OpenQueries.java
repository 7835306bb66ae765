// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;

/** The command queries of a session that wait for their command. */
final class OpenQueries {
  /** Queries that are remembered when no one waits any more; what comes for them is late. */
  private static final int MOST_GIVEN_UP = 100;

  private final List<Query> all = new ArrayList<>();

  /** A query, which a command names by the query's stamp. */
  static final class Query {
    private final String flow;
    private final int n;
    private final int device;

    /** Null when no one waits for its command. */
    private Exchange exchange;

    private Query(Message message, Exchange exchange) {
      this.flow = message.flow();
      this.n = message.stamp().n();
      this.device = message.device();
      this.exchange = exchange;
    }

    /** Hono has it. */
    void accepted() {
      if (exchange != null) {
        exchange.accepted();
      }
    }

    private boolean isAskedFor(Stamp stamp) {
      return n == stamp.n() && device == stamp.device() && flow.equals(stamp.flow());
    }

    private void fail(Cause cause) {
      Exchange failed = exchange;
      exchange = null;
      if (failed != null) {
        failed.failed(cause);
      }
    }
  }

  /** Begins to wait. */
  Query add(Message message, Exchange exchange) {
    if (all.size() >= MOST_GIVEN_UP) {
      all.removeIf(each -> each.exchange == null);
    }
    Query query = new Query(message, exchange);
    all.add(query);
    return query;
  }

  /** A command came; returns whether a query waits or has waited for it. */
  boolean came(Stamp stamp, Inbound command) {
    for (int i = 0; i < all.size(); i++) {
      Query query = all.get(i);
      if (query.isAskedFor(stamp)) {
        all.remove(i);
        if (query.exchange != null) {
          query.exchange.succeeded(command);
        }
        return true;
      }
    }
    return false;
  }

  /** Gives a query up; null if the exchange is of none. */
  Query abandon(Exchange exchange) {
    for (Query each : all) {
      if (each.exchange == exchange) {
        each.exchange = null;
        return each;
      }
    }
    return null;
  }

  /** A query's message will not be acknowledged. */
  void fail(Query query, Cause cause) {
    all.remove(query);
    query.fail(cause);
  }

  /** No command will come any more. */
  void fail(Cause cause) {
    List<Query> failed = List.copyOf(all);
    all.clear();
    failed.forEach(each -> each.fail(cause));
  }
}
