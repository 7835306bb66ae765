// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Cause;
import io.fleetload.ngsi.Broker;
import io.fleetload.ngsi.Expect;
import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What the answers to a flow's requests must be, and what is saved of them.
 *
 * @param expect what the profile expects
 * @param countHeader the header with the number of results, where the broker tells it
 * @param save names of headers by the variable that each is saved as
 */
record AnswerRule(Expect expect, String countHeader, Map<String, String> save) {
  private static final int MULTI_STATUS = 207;

  static AnswerRule of(Broker broker, Expect expect, Map<String, String> save) {
    return new AnswerRule(expect, broker.countHeader(), save);
  }

  /** Part of what was asked for may have failed, so it is no success where nobody says so. */
  private boolean accepts(int status) {
    return expect.accepts(status)
        && (status != MULTI_STATUS || expect.status().contains(MULTI_STATUS));
  }

  /** Whether the results in the answer with that head have to be counted. */
  boolean counts(int status, MultiMap headers) {
    return accepts(status)
        ? asksForResults() && headers.get(countHeader) == null
        : status == MULTI_STATUS;
  }

  private boolean asksForResults() {
    return expect.found() != null || expect.foundExactly() != null;
  }

  /**
   * What is wrong with a whole answer; null where nothing is.
   *
   * @param counted what was counted in it; null where that was not to be done
   */
  Cause flaw(int status, MultiMap headers, ResultCount counted) {
    boolean readable = counted == null || counted.end();
    if (!accepts(status)) {
      return status == MULTI_STATUS && readable
          ? HttpCause.ofParts(counted.errors())
          : HttpCause.ofStatus(status);
    }
    Cause flaw = readable ? flawOfResults(headers, counted) : HttpCause.UNREADABLE;
    return flaw == null ? flawOfHeaders(headers) : flaw;
  }

  private Cause flawOfResults(MultiMap headers, ResultCount counted) {
    if (!asksForResults()) {
      return null;
    }
    long found;
    try {
      found = counted == null ? Long.parseLong(headers.get(countHeader).trim()) : counted.items();
    } catch (NumberFormatException e) {
      return HttpCause.UNREADABLE;
    }
    Integer exactly = expect.foundExactly();
    int least = exactly == null ? expect.found() : exactly;
    if (found < least) {
      return found == 0 ? HttpCause.EMPTY : HttpCause.FEWER;
    }
    return exactly != null && found > exactly ? HttpCause.MORE : null;
  }

  private Cause flawOfHeaders(MultiMap headers) {
    for (String each : save.values()) {
      if (headers.get(each) == null) {
        return HttpCause.withoutHeader(each);
      }
    }
    return null;
  }

  /**
   * What the next step of the user may use.
   *
   * @param before what was saved so far
   * @return null where this answer adds nothing
   */
  Map<String, String> saved(MultiMap headers, Map<String, String> before) {
    if (save.isEmpty()) {
      return null;
    }
    Map<String, String> all = new HashMap<>(before);
    save.forEach((variable, header) -> all.put(variable, headers.get(header)));
    return all;
  }
}
