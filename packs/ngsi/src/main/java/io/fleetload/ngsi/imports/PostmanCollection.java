// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.pack.imports.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A collection of Postman, version 2: each request is a flow. */
public final class PostmanCollection {
  private static final Pattern VARIABLE = Pattern.compile("\\{\\{([^{}]+)}}");
  private static final int MOST_STEPS = 1_000;

  /** Values that Postman makes, and the placeholders for them here. */
  private static final Map<String, String> MADE =
      Map.of(
          "$guid", "\0uuid\1",
          "$randomUUID", "\0uuid\1",
          "$timestamp", "\0epochMillis\1",
          "$isoTimestamp", "\0now\1",
          "$randomInt", "\0int(0,1000)\1",
          "$randomBoolean", "\0boolean\1");

  /** Keys of items and requests without a counterpart, each with the reason. */
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "event", "is code of Postman",
          "response", "is an example of an answer; write expect",
          "protocolProfileBehavior", "is of Postman",
          "auth", "write target.headers, with ${NAME} of the environment",
          "proxy", "is of Postman",
          "certificate", "write target.tls");

  private final ImportDraft draft;
  private final NgsiRequests requests;
  private final Map<String, String> variables = new HashMap<>();
  private String missing;

  private PostmanCollection(ImportDraft draft) {
    this.draft = draft;
    this.requests = new NgsiRequests(draft, "a collection");
  }

  /** The form of its files. */
  public static ImportForm form() {
    return new ImportForm(
        "Postman",
        "a collection of version 2 with requests of NGSI",
        root -> root.part("item").isPresent() && root.part("info").isPresent(),
        draft -> new PostmanCollection(draft).read());
  }

  private void read() {
    Part root = draft.root();
    root.part("info")
        .ifPresent(info -> info.parts().forEach(each -> each.note("about the collection")));
    root.part("variable").ifPresent(this::variables);
    common(root);
    root.part("item").ifPresent(this::items);
    requests.finish(
        missing == null
            ? "no URL has a host"
            : "the URLs have {{%s}}, which the collection lacks".formatted(missing));
  }

  private void variables(Part section) {
    for (Part each : section.parts()) {
      String key = each.value("key").orElse("");
      variables.put(key, each.value("value").orElse(""));
      for (Part part : each.parts()) {
        if (key.matches("(?i).*(pass|secret|token|key).*")) {
          part.hide();
        }
        if (part.name().matches("key|value|type|name|id|description|disabled|enabled")) {
          part.note("a variable");
        }
      }
    }
  }

  private static void common(Part section) {
    LEFT_OUT.forEach(
        (key, why) ->
            section
                .part(key)
                .ifPresent(
                    part -> {
                      part.all().forEach(Part::hide);
                      part.leaveOut(why);
                    }));
    for (String key : List.of("description", "id", "uid", "_postman_id", "_postman_isSubFolder")) {
      section.part(key).ifPresent(part -> part.all().forEach(each -> each.note("a description")));
    }
  }

  private void items(Part list) {
    for (Part each : list.parts()) {
      common(each);
      each.part("name").ifPresent(name -> name.note("names the flow"));
      each.part("item").ifPresent(this::items);
      each.part("request")
          .ifPresent(request -> request(each.value("name").orElse("request"), request));
    }
  }

  private void request(String name, Part request) {
    common(request);
    Part url = request.part("url").orElse(null);
    if (url == null) {
      request.leaveOut("has no URL");
      return;
    }
    Part raw = url.parts().isEmpty() ? url : url.part("raw").orElse(null);
    if (raw == null) {
      request.leaveOut("its URL has no raw");
      return;
    }
    String text = raw.value();
    for (Part each : url.parts()) {
      if (each.name().equals("variable")) {
        for (Part one : each.parts()) {
          text =
              text.replace(
                  "/:" + one.value("key").orElse("?"), "/" + one.value("value").orElse(""));
          one.all().forEach(part -> part.note("in the path"));
        }
      } else if (each != raw && each.name().matches("protocol|host|port|path|query|hash")) {
        each.all().forEach(part -> part.note("is in raw"));
      }
    }
    Optional<String> resolved = resolved(text);
    if (resolved.isEmpty()) {
      request.leaveOut("{{%s}} has no value in the collection".formatted(missing));
      return;
    }
    Part method = request.part("method").orElse(null);
    String flow = requests.add(name, method == null ? "GET" : method.value(), resolved.get(), raw);
    if (flow == null) {
      request.leaveOut(raw.reason());
      return;
    }
    if (method != null) {
      draft.take(method, flow + ".request", draft.value(flow + ".request").orElseThrow());
    }
    request
        .part("header")
        .ifPresent(
            headers -> {
              if (headers.parts().isEmpty()) {
                headers.note("is empty");
              }
              headers.parts().forEach(each -> requests.header(each.value("key").orElse(""), each));
            });
    request.part("body").ifPresent(body -> body(flow, body));
  }

  private void body(String flow, Part body) {
    Optional<Part> raw = body.part("raw");
    body.part("mode").ifPresent(each -> each.note("of the body"));
    body.part("options").ifPresent(each -> each.all().forEach(part -> part.note("of the body")));
    raw.filter(each -> each.value() != null && !each.value().isBlank())
        .ifPresent(
            each ->
                resolved(each.value())
                    .ifPresentOrElse(
                        text -> draft.take(each, flow + ".body", text),
                        () ->
                            each.leaveOut(
                                "{{%s}} has no value in the collection".formatted(missing))));
    raw.filter(each -> each.value() != null && each.value().isBlank())
        .ifPresent(each -> each.note("is empty"));
  }

  /** The text with its variables; the host may lack one. */
  private Optional<String> resolved(String text) {
    String now = text;
    for (int i = 0; i < MOST_STEPS; i++) {
      Matcher variable = VARIABLE.matcher(now);
      if (!variable.find()) {
        return Optional.of(now.replace("\0", "{{").replace("\1", "}}"));
      }
      String name = variable.group(1).strip();
      String value = MADE.getOrDefault(name, variables.get(name));
      if (value == null) {
        missing = name;
        boolean isHost = variable.start() == 0 && now.startsWith("/", variable.end());
        if (!isHost) {
          return Optional.empty();
        }
        value = "";
      }
      now = now.substring(0, variable.start()) + value + now.substring(variable.end());
    }
    return Optional.empty();
  }
}
