// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.driver.RunClock;
import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The connections to the receiver. It may listen on all addresses of its host, so anybody may open
 * some. One on which no notification of this run has come yet is a stranger's: these have to make
 * room for others, and are closed after a while. Those of the broker stay as long as it wants, or a
 * notification would be lost on its way. For several threads.
 */
final class OpenConnections {
  /** A request has to be over within that time, and a stranger has to become known. */
  static final long LONGEST_NANOS = 30_000_000_000L;

  private final int most;
  private final RunClock clock;
  private final Set<HttpConnection> open = new LinkedHashSet<>();

  /** Since when each is open. */
  private final Map<HttpConnection, Long> strangers = new LinkedHashMap<>();

  /** Since when each reads a request. */
  private final Map<HttpConnection, Long> reading = new LinkedHashMap<>();

  /**
   * None yet.
   *
   * @param most that are open at once
   */
  OpenConnections(int most, RunClock clock) {
    this.most = most;
    this.clock = clock;
  }

  /** One more. The oldest stranger makes room for it, or it is closed itself. */
  void opened(HttpConnection connection) {
    HttpConnection closed = null;
    synchronized (this) {
      open.add(connection);
      strangers.put(connection, clock.nanos());
      if (open.size() > most) {
        closed = strangers.keySet().iterator().next();
        forget(closed);
      }
    }
    connection.closeHandler(end -> ended(connection));
    if (closed != null) {
      closed.close();
    }
  }

  private synchronized void ended(HttpConnection connection) {
    forget(connection);
  }

  private void forget(HttpConnection connection) {
    open.remove(connection);
    strangers.remove(connection);
    reading.remove(connection);
  }

  /**
   * A request begins.
   *
   * @param known whether it can be a notification of this run
   */
  synchronized void begun(HttpConnection connection, boolean known) {
    if (known) {
      strangers.remove(connection);
    }
    if (open.contains(connection)) {
      reading.put(connection, clock.nanos());
    }
  }

  /** The request has come whole. */
  synchronized void whole(HttpConnection connection) {
    reading.remove(connection);
  }

  /** Closes those that take too long. */
  void sweep() {
    List<HttpConnection> late = new ArrayList<>();
    synchronized (this) {
      takeLate(strangers, late);
      takeLate(reading, late);
      late.forEach(this::forget);
    }
    late.forEach(HttpConnection::close);
  }

  private void takeLate(Map<HttpConnection, Long> since, List<HttpConnection> late) {
    // The longest ago comes first.
    Iterator<Map.Entry<HttpConnection, Long>> each = since.entrySet().iterator();
    boolean goesOn = true;
    while (goesOn && each.hasNext()) {
      Map.Entry<HttpConnection, Long> next = each.next();
      goesOn = clock.nanos() - next.getValue() > LONGEST_NANOS;
      if (goesOn) {
        late.add(next.getKey());
      }
    }
  }
}
