// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A description of requests by OpenAPI: each operation with examples for what it needs is a flow.
 */
public final class OpenApi {
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "components", "is what operations refer to; examples in it are taken",
          "definitions", "is what operations refer to",
          "tags", "is a description",
          "security", "write target.headers, with ${NAME} of the environment",
          "securityDefinitions", "write target.headers, with ${NAME} of the environment",
          "externalDocs", "is a description",
          "responses", "write expect",
          "callbacks", "write subscriptions",
          "webhooks", "write subscriptions");

  /** Keys of parameters, bodies and servers that say how a request is written. */
  private static final Set<String> KNOWN =
      Set.of(
          "name",
          "in",
          "required",
          "content",
          "examples",
          "description",
          "summary",
          "$ref",
          "url",
          "variables",
          "default",
          "enum",
          "type",
          "format",
          "style",
          "explode",
          "deprecated",
          "allowReserved",
          "allowEmptyValue");

  private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");

  private final ImportDraft draft;
  private final Part root;
  private final NgsiRequests requests;

  private OpenApi(ImportDraft draft) {
    this.draft = draft;
    this.root = draft.root();
    this.requests = new NgsiRequests(draft, "OpenAPI");
  }

  /** The form of its files. */
  public static ImportForm form() {
    return new ImportForm(
        "OpenAPI",
        "a description of NGSI in YAML or JSON, with examples",
        root ->
            root.part("paths").isPresent()
                && (root.part("openapi").isPresent() || root.part("swagger").isPresent()),
        draft -> new OpenApi(draft).read());
  }

  private void read() {
    for (String key : List.of("openapi", "swagger")) {
      root.part(key).ifPresent(each -> each.note("the version of the form"));
    }
    root.part("info").ifPresent(each -> each.all().forEach(part -> part.note("a description")));
    common(root);
    String server = server();
    root.part("paths").ifPresent(paths -> paths.parts().forEach(path -> path(server, path)));
    requests.finish("no server has a host");
  }

  private static void common(Part section) {
    LEFT_OUT.forEach((key, why) -> section.part(key).ifPresent(part -> part.leaveOut(why)));
    for (String key : List.of("summary", "description", "operationId", "deprecated")) {
      section.part(key).ifPresent(part -> part.all().forEach(each -> each.note("a description")));
    }
  }

  /** The URL before each path: of the first server, or of host and basePath of version 2. */
  private String server() {
    Optional<Part> servers = root.part("servers");
    String url = "";
    if (servers.isPresent() && !servers.get().parts().isEmpty()) {
      Part first = servers.get().parts().get(0);
      url = first.value("url").orElse("");
      for (Part each : first.part("variables").map(Part::parts).orElse(List.of())) {
        url = url.replace("{" + each.name() + "}", each.value("default").orElse(""));
      }
      settle(first, "before each path");
      servers.get().parts().stream()
          .skip(1)
          .forEach(each -> each.leaveOut("the first server counts"));
    } else if (root.part("host").isPresent() || root.part("basePath").isPresent()) {
      String host = root.value("host").orElse("");
      String scheme =
          root.part("schemes")
              .flatMap(each -> each.parts().stream().findFirst())
              .map(Part::value)
              .orElse("http");
      url = (host.isEmpty() ? "" : scheme + "://" + host) + root.value("basePath").orElse("");
      Stream.of("host", "basePath", "schemes")
          .flatMap(each -> root.part(each).stream())
          .flatMap(Part::all)
          .forEach(each -> each.note("before each path"));
    }
    return url.replaceFirst("/+$", "");
  }

  private void path(String server, Part path) {
    common(path);
    for (Part each : path.parts()) {
      if (METHODS.contains(each.name())) {
        operation(server, path, each);
      } else if (each.name().equals("parameters")) {
        each.note("of each operation of the path");
        each.parts().forEach(one -> settle(one, "of each operation of the path"));
      }
    }
  }

  private void operation(String server, Part path, Part operation) {
    common(operation);
    String url = server + path.name();
    List<String> query = new ArrayList<>();
    List<Part> parameters =
        new ArrayList<>(path.part("parameters").map(Part::parts).orElse(List.of()));
    List<Part> own = operation.part("parameters").map(Part::parts).orElse(List.of());
    parameters.addAll(own);
    for (Part written : parameters) {
      Part parameter = referred(written);
      String name = parameter.value("name").orElse("");
      String where = parameter.value("in").orElse("");
      Optional<String> example = example(parameter);
      boolean required = parameter.value("required").orElse("").equals("true");
      if (where.equals("path") && example.isPresent()) {
        url = url.replace("{" + name + "}", example.get());
        settle(written, own, "in the path");
      } else if (where.equals("query") && required && example.isPresent()) {
        query.add(name + "=" + example.get());
        settle(written, own, "in the path");
      } else if (own.contains(written)) {
        written.leaveOut(
            where.equals("header")
                ? "write it into headers of the flow or of target"
                : required ? "has no example" : "is optional");
      }
    }
    if (url.contains("{")) {
      operation.leaveOut(
          "%s has no example: write the request as a flow"
              .formatted(url.substring(url.indexOf('{'), url.indexOf('}') + 1)));
      return;
    }
    Optional<Part> body =
        operation.part("requestBody").map(this::referred).flatMap(OpenApi::bodyExample);
    if (operation.part("requestBody").isPresent() && body.isEmpty()) {
      operation.leaveOut("its body has no example: write the request as a flow");
      return;
    }
    String name = operation.value("operationId").orElse(operation.name() + " " + path.name());
    String whole = url + (query.isEmpty() ? "" : "?" + String.join("&", query));
    String flow = requests.add(name, operation.name().toUpperCase(Locale.ROOT), whole, operation);
    if (flow == null) {
      return;
    }
    operation.part("requestBody").ifPresent(each -> settle(each, "of the body"));
    body.ifPresent(each -> draft.take(each, flow + ".body", json(each)));
  }

  private static void settle(Part parameter, List<Part> own, String note) {
    if (own.contains(parameter)) {
      settle(parameter, note);
    }
  }

  /** Takes what is known of a part that is used; any other key in it stays open. */
  private static void settle(Part part, String note) {
    part.note(note);
    boolean names = part.name().matches("content|examples|variables");
    for (Part each : part.parts()) {
      if (each.name().matches("schema|example|value")) {
        each.all().forEach(one -> one.note(note));
      } else if (names || KNOWN.contains(each.name())) {
        settle(each, note);
      }
    }
  }

  /** The part that a local reference names; the part itself if it has no such reference. */
  private Part referred(Part part) {
    String reference = part.value("$ref").orElse("");
    if (!reference.startsWith("#/")) {
      return part;
    }
    Part now = root;
    for (String key : reference.substring(2).split("/")) {
      now = now.part(key.replace("~1", "/").replace("~0", "~")).orElse(null);
      if (now == null) {
        return part;
      }
    }
    return now;
  }

  private Optional<String> example(Part parameter) {
    Optional<Part> schema = parameter.part("schema").map(this::referred);
    return Stream.of(
            parameter.value("example"),
            parameter
                .part("examples")
                .flatMap(each -> each.parts().stream().findFirst())
                .map(this::referred)
                .flatMap(each -> each.value("value")),
            schema.flatMap(each -> each.value("example")),
            schema.flatMap(each -> each.value("default")),
            parameter.value("default"))
        .flatMap(Optional::stream)
        .filter(each -> !each.isBlank())
        .findFirst();
  }

  private static Optional<Part> bodyExample(Part body) {
    return body.part("content").map(Part::parts).orElse(List.of()).stream()
        .filter(each -> each.name().contains("json"))
        .flatMap(
            each ->
                Stream.concat(
                    each.part("example").stream(),
                    each.part("examples").map(Part::parts).orElse(List.of()).stream()
                        .flatMap(one -> one.part("value").stream())))
        .findFirst();
  }

  /** The part as JSON; texts that are written as numbers or flags are those. */
  private static String json(Part part) {
    if (part.parts().isEmpty()) {
      String value = part.value() == null ? "null" : part.value();
      boolean plain = value.matches("-?(0|[1-9][0-9]{0,15})(\\.[0-9]+)?|true|false|null|\\{}|\\[]");
      boolean whole = value.strip().startsWith("{") || value.strip().startsWith("[");
      return plain || whole
          ? value
          : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
    boolean list = part.parts().get(0).name().equals("[0]");
    List<String> items =
        part.parts().stream()
            .map(each -> list ? json(each) : "\"%s\": %s".formatted(each.name(), json(each)))
            .toList();
    return (list ? "[" : "{ ") + String.join(", ", items) + (list ? "]" : " }");
  }
}
