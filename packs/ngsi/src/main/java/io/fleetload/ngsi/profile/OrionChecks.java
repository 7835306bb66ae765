// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.profile.key.ProfileChecks;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks for what Orion refuses of the requests of NGSI-v2, as far as the profile shows it: what
 * placeholders become is not known before the run. Orion 4.7.0 was recorded (packs/ngsi/README.md).
 */
final class OrionChecks {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{.*?}}");
  private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9_]{1,50}");
  private static final Pattern QUOTED = Pattern.compile("'[^']*'");
  private static final Pattern OPERATOR = Pattern.compile("==|!=|>=|<=|~=|<|>");
  private static final String FORBIDDEN = "<>\"'=;()";
  private static final String FORBIDDEN_IN_NAMES = FORBIDDEN + "&?/#";
  private static final String UNRESTRICTED = "TextUnrestricted";
  private static final String ROOT = "/v2/";

  /** In the place of a placeholder, or of what is in quotes. */
  private static final String UNKNOWN = "x";

  /** Their values have characters that are forbidden elsewhere. */
  private static final Set<String> EXPRESSIONS =
      Set.of("georel", "coords", "idPattern", "typePattern");

  private static final List<String> OPTIONS =
      List.of(
          "append",
          "count",
          "dateCreated",
          "dateModified",
          "flowControl",
          "forcedUpdate",
          "fullCounters",
          "keyValues",
          "noAttrDetail",
          "normalized",
          "overrideMetadata",
          "simplifiedKeyValues",
          "simplifiedNormalized",
          "skipForwarding",
          "skipInitialNotification",
          "unique",
          "uniqueValues",
          "upsert",
          "values");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final NgsiProfile profile;
  private final ProfileChecks checks;

  OrionChecks(NgsiProfile profile, ProfileChecks checks) {
    this.profile = profile;
    this.checks = checks;
  }

  void check() {
    String tenant = profile.target().tenant();
    if (tenant != null && !TENANT.matcher(tenant).matches()) {
      checks.problem(
          "target.tenant",
          "found \"%s\", and Orion takes letters, digits and underscores, 50 at most"
              .formatted(tenant));
    }
    profile
        .flows()
        .forEach((name, flow) -> request("flows." + name, flow.method(), flow.path(), flow.body()));
    for (int i = 0; i < profile.setUp().size(); i++) {
      SetUpStep step = profile.setUp().get(i);
      request("setUp[" + i + "]", step.method(), step.path(), step.body());
      if (step.verify() != null) {
        request("setUp[" + i + "].verify", step.verify().method(), step.verify().path(), null);
      }
    }
    for (int i = 0; i < profile.subscriptions().size(); i++) {
      subscription("subscriptions[" + i + "].", profile.subscriptions().get(i));
    }
    for (int i = 0; i < profile.tearDown().size(); i++) {
      TearDown each = profile.tearDown().get(i);
      name("tearDown[" + i + "].type", "", each.type());
      name("tearDown[" + i + "].ids", "", each.ids());
    }
  }

  private void subscription(String key, Subscription subscription) {
    name(key + "type", "", subscription.type());
    name(key + "id", "", subscription.id());
    if (subscription.q() != null) {
      filter(key + "q", subscription.q());
    }
  }

  private void request(String key, String method, String path, String body) {
    if (!path.startsWith(ROOT)) {
      return;
    }
    String plain = without(path);
    int question = plain.indexOf('?');
    String resource = question < 0 ? plain : plain.substring(0, question);
    Set<String> options = new HashSet<>();
    if (firstOf(decoded(resource), FORBIDDEN) != null) {
      forbidden(key + ".request", "its path", decoded(resource), FORBIDDEN);
    }
    if (question >= 0) {
      parameters(key + ".request", plain.substring(question + 1), options);
    }
    if (body != null && !method.equals("GET")) {
      body(key + ".body", resource, options.contains("keyValues"), body);
    }
  }

  private static String without(String template) {
    return PLACEHOLDER.matcher(template).replaceAll(UNKNOWN);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private void parameters(String key, String query, Set<String> options) {
    Set<String> names = new HashSet<>();
    for (String each : query.split("&")) {
      int equals = each.indexOf('=');
      String name = equals < 0 ? each : each.substring(0, equals);
      String value = equals < 0 ? "" : decoded(each.substring(equals + 1));
      names.add(name);
      if (value.isEmpty()) {
        checks.problem(key, "has no value for %s, which Orion refuses".formatted(name));
      } else if (name.equals("q") || name.equals("mq")) {
        filter(key, value);
      } else if (name.equals("options")) {
        options.addAll(List.of(value.split(",")));
      } else if (!EXPRESSIONS.contains(name) && firstOf(value, FORBIDDEN) != null) {
        forbidden(key, name, value, FORBIDDEN);
      }
    }
    for (String each : options) {
      // One that a placeholder says is not known yet.
      if (!OPTIONS.contains(each) && !each.equals(UNKNOWN)) {
        checks.problem(
            key,
            "has the option \"%s\", which Orion refuses; expected %s"
                .formatted(each, String.join(", ", OPTIONS)));
      }
    }
    for (String each : List.of("id", "type")) {
      if (names.contains(each) && names.contains(each + "Pattern")) {
        checks.problem(key, "has %s and %sPattern, of which Orion takes one".formatted(each, each));
      }
    }
  }

  /** Statements with semicolons between; there is no other operator between them. */
  private void filter(String key, String template) {
    String q = without(template);
    if (q.contains("(") || q.contains(")")) {
      checks.problem(key, "has parentheses in q, which Orion refuses: found \"%s\"".formatted(q));
      return;
    }
    String unquoted = QUOTED.matcher(q).replaceAll(UNKNOWN);
    for (String each : unquoted.split(";")) {
      String[] sides = OPERATOR.split(each, 2);
      String bad = sides.length < 2 ? null : firstOf(sides[1], FORBIDDEN);
      if (sides.length == 2 && sides[1].isBlank()) {
        checks.problem(
            key, "compares with nothing in q, which Orion refuses: found \"%s\"".formatted(q));
      } else if (bad != null && sides[1].contains("|")) {
        checks.problem(
            key,
            "has | in q, and NGSI-v2 has no or; expected statements with ; between, found \"%s\""
                .formatted(q));
      } else if (bad != null) {
        forbidden(key, "a value of q", sides[1], FORBIDDEN);
      }
    }
  }

  private void body(String key, String resource, boolean keyValues, String template) {
    JsonNode body;
    try {
      body = JSON.readTree(template);
    } catch (JsonProcessingException e) {
      // TemplateChecks says what is wrong with it.
      return;
    }
    String[] segments = resource.split("/");
    boolean ofEntities = segments.length > 2 && segments[2].equals("entities");
    if (ofEntities && segments.length == 3) {
      entity(key, keyValues, body);
    } else if (ofEntities && segments.length == 5) {
      attributes(key, keyValues, body);
    } else if (ofEntities && segments.length == 6) {
      attribute(key, "the attribute", keyValues, body);
    } else if (resource.equals("/v2/op/update")) {
      for (JsonNode each : body.path("entities")) {
        if (each.isObject()) {
          entity(key, keyValues, each);
        }
      }
    }
  }

  private void entity(String key, boolean keyValues, JsonNode entity) {
    name(key, "the id of an entity", entity.path("id").asText());
    name(key, "the type of an entity", entity.path("type").asText());
    attributes(key, keyValues, entity);
  }

  private void attributes(String key, boolean keyValues, JsonNode object) {
    for (Map.Entry<String, JsonNode> each : object.properties()) {
      if (!each.getKey().equals("id") && !each.getKey().equals("type")) {
        name(key, "the name of an attribute", each.getKey());
        attribute(key, without(each.getKey()), keyValues, each.getValue());
      }
    }
  }

  private void attribute(String key, String name, boolean keyValues, JsonNode attribute) {
    if (keyValues) {
      value(key, name, attribute);
    } else if (!attribute.isObject()) {
      checks.problem(
          key,
          "has %s without type and value, which Orion refuses without options=keyValues"
              .formatted(name));
    } else {
      name(key, "the type of " + name, attribute.path("type").asText());
      if (!attribute.path("type").asText().equals(UNRESTRICTED)) {
        value(key, name, attribute.path("value"));
      }
    }
  }

  private void value(String key, String name, JsonNode value) {
    if (value.isTextual() && firstOf(without(value.textValue()), FORBIDDEN) != null) {
      forbidden(key, "the value of " + name, without(value.textValue()), FORBIDDEN);
    }
    value.forEach(each -> value(key, name, each));
  }

  /** An id, a type or a name. */
  private void name(String key, String what, String template) {
    String name = template == null ? "" : without(template);
    if (firstOf(name, FORBIDDEN_IN_NAMES) != null) {
      forbidden(key, what, name, FORBIDDEN_IN_NAMES);
    } else if (!name.chars().allMatch(it -> it > ' ' && it <= '~')) {
      checks.problem(
          key,
          "has a blank or a letter that is not of ASCII%s, which Orion refuses: found \"%s\""
              .formatted(what.isEmpty() ? "" : " in " + what, name));
    }
  }

  private void forbidden(String key, String what, String found, String forbidden) {
    checks.problem(
        key,
        "has %s%s, which Orion refuses: found \"%s\""
            .formatted(firstOf(found, forbidden), what.isEmpty() ? "" : " in " + what, found));
  }

  /** The first of some characters that a text has; null if it has none. */
  private static String firstOf(String text, String characters) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return text.substring(i, i + 1);
      }
    }
    return null;
  }
}
