// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request that users send, under a name of the profile's choice.
 *
 * @param headers may hold secrets; not part of {@link #toString()}
 */
public record NgsiFlow(
    @Inline Timing timing,
    @Doc("the request is a step of the users of another flow, instead of a rate") After after,
    @Doc(
            value = "method and path; with placeholders such as {{user}}",
            required = true,
            form = NgsiFlow.REQUEST,
            expected = NgsiFlow.REQUEST_EXPECTED)
        String request,
    @Doc(value = "the body, JSON with placeholders in its texts", byDefault = "none") String body,
    @Doc(
            value =
                "the body is a list of so many, each with an {{index}} of its own, 0 for the first",
            byDefault = "1",
            least = 1,
            most = 100_000)
        Integer batch,
    @Doc(value = "further headers, with placeholders", byDefault = "none", secret = true)
        Map<String, String> headers,
    @Doc("what the answer must be") Expect expect,
    @Doc(
            value =
                "headers of the answer that later steps of the user use: { location: Location } is"
                    + " for {{location}}",
            byDefault = "none")
        Map<String, String> save,
    @Doc(
            value = "whether the broker notifies of these requests, and the receiver counts it",
            byDefault = "false")
        Boolean notified)
    implements Flow {
  /** A method and a path, as a regular expression. */
  static final String REQUEST = "(GET|POST|PUT|PATCH|DELETE) (/|\\{\\{).*";

  static final String REQUEST_EXPECTED =
      "a method and a path such as \"POST /ngsi-ld/v1/entities\"";

  /** Fills in what the profile leaves open. */
  public NgsiFlow {
    expect = expect == null ? Expect.SUCCESS : expect;
    headers = inOrder(headers);
    save = inOrder(save);
    notified = notified != null && notified;
  }

  private static Map<String, String> inOrder(Map<String, String> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** The request's method. */
  public String method() {
    return methodOf(request);
  }

  /** The request's path, with its placeholders. */
  public String path() {
    return pathOf(request);
  }

  static String methodOf(String request) {
    return request.substring(0, request.indexOf(' '));
  }

  static String pathOf(String request) {
    return request.substring(request.indexOf(' ') + 1);
  }

  /** Number of entities that a body has, and so of stamps of its own that it carries. */
  public int entities() {
    return batch == null ? 1 : batch;
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return "NgsiFlow[request=" + request + ", after=" + after + ", notified=" + notified + "]";
  }
}
