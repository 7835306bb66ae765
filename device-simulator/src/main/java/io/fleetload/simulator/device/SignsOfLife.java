// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sessions that wait for a sign of life: something was sent on them, and nothing came back
 * since. A session on which nothing is sent waits for none, so an idle or sleeping device keeps its
 * session.
 */
final class SignsOfLife {
  /** In the order in which they began to wait. */
  private final Map<Integer, SilenceListener> silent = new LinkedHashMap<>();

  /** Nothing came back on a session. */
  static final class SilenceListener {
    /** Time at which the first message that got no answer was sent, on the run's clock. */
    final long sinceNanos;

    private long failed;

    private SilenceListener(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }

    /** Messages that failed in it. */
    long failed() {
      return failed;
    }
  }

  void sent(int session, long nanos) {
    if (!silent.containsKey(session)) {
      silent.put(session, new SilenceListener(nanos));
    }
  }

  /** Something came back, or the session ended. */
  SilenceListener heard(int session) {
    return silent.remove(session);
  }

  /** A message failed without an answer; says whether the session was silent then. */
  boolean failed(int session) {
    SilenceListener silence = silent.get(session);
    if (silence != null) {
      silence.failed++;
    }
    return silence != null;
  }

  /** A session that has been silent since that time or longer; null if there is no such session. */
  Integer silentSince(long nanos) {
    Iterator<Map.Entry<Integer, SilenceListener>> oldest = silent.entrySet().iterator();
    if (!oldest.hasNext()) {
      return null;
    }
    Map.Entry<Integer, SilenceListener> first = oldest.next();
    return first.getValue().sinceNanos <= nanos ? first.getKey() : null;
  }
}
