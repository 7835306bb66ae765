// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requests of an input as flows of a profile. */
final class NgsiRequests {
  private static final Pattern URL = Pattern.compile("(https?://[^/?#\\s{}]+)(/.*)?");
  private static final Pattern LD = Pattern.compile("/ngsi-ld/v1(/|\\?|$).*");
  private static final Pattern V2 = Pattern.compile("/v2(/|\\?|$).*");
  private static final Pattern METHOD = Pattern.compile("GET|POST|PUT|PATCH|DELETE");

  private final ImportDraft draft;
  private final String input;
  private final Set<String> names = new HashSet<>();
  private String host;
  private Boolean v2;

  /**
   * No requests yet.
   *
   * @param input what they are in, for the user
   */
  NgsiRequests(ImportDraft draft, String input) {
    this.draft = draft;
    this.input = input;
  }

  /**
   * Looks at a request, and makes a flow of it.
   *
   * @param url with its host, or from its path on
   * @param place what says the method and the URL in the input
   * @return the flow's key; null if it cannot be one, which the place says
   */
  String add(String name, String method, String url, Part place) {
    Matcher parts = URL.matcher(url);
    String path = parts.matches() ? parts.group(2) : url;
    String why =
        refusal(method, path == null ? "/" : path, parts.matches() ? parts.group(1) : null);
    if (why != null) {
      place.leaveOut(why);
      return null;
    }
    String flow = "flows." + unique(name);
    draft.take(place, flow + ".request", method + " " + path);
    draft.choose(flow + ".rate", "1/s", "%s says no rate".formatted(input));
    return flow;
  }

  private String refusal(String method, String path, String ofHost) {
    if (!METHOD.matcher(method).matches()) {
      return "has the method %s, and requests are GET, POST, PUT, PATCH or DELETE"
          .formatted(method);
    }
    boolean ofV2 = V2.matcher(path).matches();
    if (!ofV2 && !LD.matcher(path).matches()) {
      return "is no request of NGSI, which begins with /ngsi-ld/v1 or /v2";
    }
    if (v2 != null && v2 != ofV2) {
      return "is of the other version of NGSI; a profile is of one broker";
    }
    if (ofHost != null && host != null && !host.equals(ofHost)) {
      return "is of another host, and a profile is of one broker";
    }
    v2 = ofV2;
    host = ofHost == null ? host : ofHost;
    return null;
  }

  private String unique(String name) {
    StringBuilder letters = new StringBuilder();
    for (String word : name.split("[^A-Za-z0-9]+")) {
      if (!word.isEmpty()) {
        letters.append(
            letters.length() == 0
                ? word.substring(0, 1).toLowerCase(Locale.ROOT)
                : word.substring(0, 1).toUpperCase(Locale.ROOT));
        letters.append(word.substring(1));
      }
    }
    String plain = letters.toString().replaceFirst("^[0-9]+", "");
    String base = plain.isEmpty() ? "request" : plain.substring(0, Math.min(40, plain.length()));
    String unique = base;
    for (int i = 2; !names.add(unique); i++) {
      unique = base + i;
    }
    return unique;
  }

  /** Takes a header of a request; its value may be a secret. */
  void header(String name, Part part) {
    part.all().forEach(Part::hide);
    switch (name.toLowerCase(Locale.ROOT)) {
      case "content-type", "accept" -> {
        for (Part each : part.parts()) {
          if (each.name().matches("key|value|type|name|description|disabled|enabled")) {
            each.note("follows from the request and context.send");
          }
        }
      }
      case "link" -> part.leaveOut("write context.send and target.context");
      case "ngsild-tenant", "fiware-service" -> part.leaveOut("write target.tenant");
      default ->
          part.leaveOut(
              "write it into headers of the flow or of target; a secret as ${NAME} of the environment");
    }
  }

  /** Says what no request says, once all of them are there. */
  void finish(String unknownHost) {
    if (v2 == null) {
      draft.reject("it has no request of NGSI: paths begin with /ngsi-ld/v1 or /v2");
      return;
    }
    if (host == null) {
      draft.choose(
          "target.kind",
          "embedded",
          "%s; write target.kind: external and target.url".formatted(unknownHost));
    } else {
      draft.choose("target.kind", "external", "the URLs name it");
      draft.choose("target.url", host, "the URLs name it");
    }
    draft.choose(
        "target.broker",
        v2 ? "orion" : "scorpio",
        "%s does not say it; see the paths".formatted(input));
    if (!v2) {
      draft.choose("context.send", "core", "known to every broker");
    }
    draft.choose("devices.count", "10", "%s says no users".formatted(input));
    draft.choose(
        "phases.measure",
        "30s",
        "each request is a flow of its own; write after to make it a step of another");
  }
}
