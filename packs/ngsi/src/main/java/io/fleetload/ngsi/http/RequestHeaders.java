// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.body.KnownNames;
import io.fleetload.body.Template;
import io.fleetload.ngsi.profile.Broker;
import io.fleetload.ngsi.profile.NgsiFlow;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.NgsiTarget;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.process.UsageException;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The headers of a flow's requests.
 *
 * @param constant the same in each request
 * @param rendered made for each request, by name
 */
record RequestHeaders(MultiMap constant, Map<CharSequence, Template> rendered) {
  private static final String PLACEHOLDER = "{{";

  /**
   * The headers of a flow: what it says itself goes before what the target says, and this before
   * what follows from the request.
   *
   * @throws UsageException if a header cannot be sent, or its template is wrong
   */
  static RequestHeaders of(NgsiProfile profile, String name, ContextPlace place, KnownNames known)
      throws UsageException {
    NgsiFlow flow = profile.flows().get(name);
    String ofFlow = "flows." + name + ".headers";
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(byTheRequest(profile.target(), flow, place));
    put(all, "target.headers", profile.target().headers());
    put(all, ofFlow, flow.headers());
    MultiMap constant = HttpHeaders.headers();
    Map<CharSequence, Template> rendered = new LinkedHashMap<>();
    for (Map.Entry<String, String> each : all.entrySet()) {
      String header = each.getKey();
      CharSequence sent = HttpHeaders.createOptimized(header);
      if (each.getValue().contains(PLACEHOLDER)) {
        rendered.put(
            sent,
            FlowRequests.compiled(
                ofFlow + "." + header,
                () -> RequestTemplates.header(header, each.getValue(), known)));
      } else {
        constant.add(sent, HttpHeaders.createOptimized(each.getValue()));
      }
    }
    return new RequestHeaders(constant, rendered);
  }

  private static Map<String, String> byTheRequest(
      NgsiTarget target, NgsiFlow flow, ContextPlace place) {
    Broker broker = target.broker();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", broker.accept());
    if (target.tenant() != null) {
      headers.put(broker.tenantHeader(), target.tenant());
    }
    if (place.link() != null) {
      headers.put("Link", place.link());
    }
    if (flow.body() != null) {
      headers.put("Content-Type", place.contentType(flow.body()));
    } else if (!"GET".equals(flow.method()) && !"DELETE".equals(flow.method())) {
      headers.put("Content-Length", "0");
    }
    return headers;
  }

  /** A value may be secret, so no message names it. */
  private static void put(Map<String, String> all, String key, Map<String, String> headers)
      throws UsageException {
    for (Map.Entry<String, String> each : headers.entrySet()) {
      try {
        HttpHeaders.headers().add(each.getKey(), each.getValue());
      } catch (IllegalArgumentException e) {
        throw new UsageException(
            "%s.%s: cannot be sent as a header, expected a name of letters, digits and dashes, and a value in one line"
                .formatted(key, each.getKey()));
      }
      all.put(each.getKey(), each.getValue());
    }
  }
}
