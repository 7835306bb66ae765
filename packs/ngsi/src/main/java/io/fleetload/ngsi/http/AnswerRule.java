// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Cause;
import io.fleetload.ngsi.profile.Broker;
import io.fleetload.ngsi.profile.Expect;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rule for the answers to a flow's requests, and for what is saved of them.
 *
 * @param expect what the profile expects
 * @param broker which headers and paths there are
 * @param save names of headers by the variable that each is saved as
 */
record AnswerRule(Expect expect, Broker broker, Map<String, String> save) {
  private static final int NO_CONTENT = 204;
  private static final int MULTI_STATUS = 207;
  private static final String FEATURES = "geo+json";

  /** No broker's page is smaller where the request names no limit. */
  private static final int SMALLEST_PAGE = 20;

  private static final Pattern LIMIT = Pattern.compile("[?&]limit=([0-9]{1,9})(?:&|$)");
  private static final Pattern OFFSET = Pattern.compile("[?&]offset=([0-9]{1,9})(?:&|$)");

  /**
   * Accepts a status; part of a 207 may have failed, so it is no success unless the profile says
   * so.
   */
  private boolean accepts(int status) {
    return expect.accepts(status)
        && (status != MULTI_STATUS || expect.status().contains(MULTI_STATUS));
  }

  /** The counter of the results in an answer; null if they are not to be counted. */
  ResultCount counter(OutgoingRequest request, int status, MultiMap headers) {
    if (!accepts(status)) {
      return status == MULTI_STATUS ? new ResultCount(EntitySelection.ANY) : null;
    }
    EntitySelection selection =
        hasEntities(status, headers) ? EntitySelection.of(broker, request) : EntitySelection.ANY;
    return asksForResults() || !selection.isAny() ? new ResultCount(selection) : null;
  }

  /** Not so an answer without a body, an error that is as expected, and a map's features. */
  private static boolean hasEntities(int status, MultiMap headers) {
    String type = headers.get(HttpHeaders.CONTENT_TYPE);
    return status < 300 && status != NO_CONTENT && (type == null || !type.contains(FEATURES));
  }

  private boolean asksForResults() {
    return expect.found() != null || expect.foundExactly() != null;
  }

  /**
   * Cause for which a whole answer is a failure; null if it is as expected.
   *
   * @param path path and query of the request
   * @param counted what was counted in it; null if nothing was to be counted
   */
  Cause flaw(String path, int status, MultiMap headers, ResultCount counted) {
    boolean readable = counted == null || counted.end();
    if (!accepts(status)) {
      return status == MULTI_STATUS && readable
          ? HttpCause.ofParts(counted.errors())
          : HttpCause.ofStatus(status);
    }
    Cause flaw = readable ? flawOfResults(path, headers, counted) : HttpCause.UNREADABLE;
    return flaw == null ? flawOfHeaders(headers) : flaw;
  }

  private Cause flawOfResults(String path, MultiMap headers, ResultCount counted) {
    if (counted != null && counted.hasOtherEntity()) {
      return HttpCause.OTHER_ENTITY;
    }
    if (counted != null && counted.hasOtherType()) {
      return HttpCause.OTHER_TYPE;
    }
    if (!asksForResults()) {
      return null;
    }
    if (counted.hasRepeated()) {
      return HttpCause.REPEATED;
    }
    boolean exactly = expect.foundExactly() != null;
    int wanted = exactly ? expect.foundExactly() : expect.found();
    String header = headers.get(broker.countHeader());
    if (header == null) {
      return flawOfNumber(counted.items(), wanted, exactly ? wanted : Long.MAX_VALUE);
    }
    long all;
    try {
      all = Long.parseLong(header.strip());
    } catch (NumberFormatException e) {
      return HttpCause.UNREADABLE;
    }
    Cause flaw = flawOfNumber(all, wanted, exactly ? wanted : Long.MAX_VALUE);
    // What the broker counted is no page: that has to have its part of what is wanted.
    long rest = Math.max(0, wanted - number(OFFSET, path, 0));
    long least = Math.min(rest, number(LIMIT, path, SMALLEST_PAGE));
    return flaw == null ? flawOfNumber(counted.items(), least, exactly ? rest : all) : flaw;
  }

  private static Cause flawOfNumber(long found, long least, long most) {
    if (found < least) {
      return found == 0 ? HttpCause.EMPTY : HttpCause.FEWER;
    }
    return found > most ? HttpCause.MORE : null;
  }

  private static long number(Pattern parameter, String path, long otherwise) {
    Matcher found = parameter.matcher(path);
    return found.find() ? Long.parseLong(found.group(1)) : otherwise;
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
   * Values that the next step of the user may use.
   *
   * @param before what was saved so far
   * @return null if this answer adds nothing
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
