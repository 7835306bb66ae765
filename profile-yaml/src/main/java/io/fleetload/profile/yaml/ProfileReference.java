// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.profile.LoadProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reference of a profile's keys, from its schema: one table a section, in Markdown. */
public final class ProfileReference {
  private final StringBuilder text = new StringBuilder();

  /** The first path of each section, by its keys. */
  private final Map<JsonNode, String> sections = new HashMap<>();

  private ProfileReference() {}

  /** The tables of a profile's record. */
  public static String of(Class<? extends LoadProfile> type) {
    ProfileReference reference = new ProfileReference();
    reference.section("", "", ProfileSchema.of(type));
    return reference.text.toString();
  }

  /**
   * The entry of one key in the reference.
   *
   * @param about purpose of the key
   * @param allowed what may be written
   * @param byDefault what holds without it; empty where that needs no word
   * @param required whether its section needs it
   * @param below the keys of its section, in their order; none where it has no section
   * @param secret whether its value must not be shown
   * @param flag whether it is true or false
   */
  public record KeyRow(
      String about,
      String allowed,
      String byDefault,
      boolean required,
      List<String> below,
      boolean secret,
      boolean flag) {}

  /**
   * Looks up the entry of a key in the reference.
   *
   * @param path the key's path, such as {@code phases.connect.rate}; an element of a list may have
   *     its number in brackets; the letters may be small or capital
   * @return empty if the record has no such key
   */
  public static Optional<KeyRow> key(Class<? extends LoadProfile> type, String path) {
    JsonNode section = ProfileSchema.of(type);
    JsonNode found = section;
    boolean required = false;
    for (String key : path.replaceAll("\\[\\d*]", "").split("\\.")) {
      section = found.has("items") ? found.path("items") : found;
      String name = inAnyCase(section.path("properties"), key);
      found = section.path("properties").path(name);
      if (found.isMissingNode()) {
        found = section.path("additionalProperties");
      }
      if (!found.isObject()) {
        return Optional.empty();
      }
      required = false;
      for (JsonNode each : section.path("required")) {
        required |= each.asText().equals(name);
      }
    }
    JsonNode keys = found.has("items") ? found.path("items") : found;
    List<String> below = new ArrayList<>();
    keys.path("properties").fieldNames().forEachRemaining(below::add);
    return Optional.of(
        new KeyRow(
            about(found),
            allowed(found),
            found.path(ProfileSchema.DEFAULT).asText(),
            required,
            below,
            found.path(ProfileSchema.SECRET).asBoolean(),
            found.path("type").asText().equals("boolean")));
  }

  private static String inAnyCase(JsonNode properties, String key) {
    if (!properties.has(key)) {
      for (Map.Entry<String, JsonNode> each : properties.properties()) {
        if (each.getKey().equalsIgnoreCase(key)) {
          return each.getKey();
        }
      }
    }
    return key;
  }

  private void section(String path, String about, ObjectNode section) {
    text.append("\n## ").append(path.isEmpty() ? "The whole file" : "`" + path + "`").append('\n');
    if (!about.isEmpty()) {
      text.append('\n')
          .append(Character.toUpperCase(about.charAt(0)))
          .append(about.substring(1))
          .append(".\n");
    }
    text.append("\n| key | what it is for | allowed | default |\n| --- | --- | --- | --- |\n");
    List<String> required = new ArrayList<>();
    section.path("required").forEach(each -> required.add(each.asText()));
    section
        .path("properties")
        .properties()
        .forEach(
            entry ->
                row(path, entry.getKey(), entry.getValue(), required.contains(entry.getKey())));
    for (Map.Entry<String, JsonNode> entry : section.path("properties").properties()) {
      String below = join(path, entry.getKey());
      if (hasSections(entry.getValue())) {
        below(below + "[]", entry.getValue(), (ObjectNode) entry.getValue().path("items"));
      } else if (entry.getValue() instanceof ObjectNode inner && inner.has("properties")) {
        below(below, inner, inner);
      } else if (entry.getValue().path("additionalProperties") instanceof ObjectNode each
          && each.has("properties")) {
        below(below + ".<name>", entry.getValue(), each);
      }
    }
  }

  /** A section; one that has the keys of an earlier one refers to it. */
  private void below(String path, JsonNode key, ObjectNode section) {
    if (section.has(NamedSections.GROUP)) {
      text.append(
          "\n## `%s`\n\nAny key of `devices` but `groups`, and `count` or `weight`.\n"
              .formatted(path));
      return;
    }
    String same = sections.putIfAbsent(section.path("properties"), path);
    if (same == null) {
      section(path, about(key), section);
    } else {
      text.append("\n## `%s`\n\nAs `%s`.\n".formatted(path, same));
    }
  }

  private static boolean hasSections(JsonNode expected) {
    return expected.path("items").has("properties");
  }

  private void row(String path, String key, JsonNode expected, boolean required) {
    String whenAbsent = expected.path(ProfileSchema.DEFAULT).asText();
    text.append("| `")
        .append(join(path, key))
        .append("` | ")
        .append(cell(about(expected)))
        .append(" | ")
        .append(cell(allowed(expected)))
        .append(" | ")
        .append(required ? "**required**" : cell(whenAbsent))
        .append(" |\n");
  }

  private static String allowed(JsonNode expected) {
    if (expected.has(ProfileSchema.EXPECTED)) {
      return expected.get(ProfileSchema.EXPECTED).asText();
    }
    if (expected.has("properties")) {
      return "a section, below";
    }
    if (hasSections(expected)) {
      return "a list of sections, below";
    }
    if (expected.has("additionalProperties")) {
      return expected.path("additionalProperties").has("properties")
          ? "names of your choice, each with a section, below"
          : "any keys, each with a text";
    }
    String options = SchemaCheck.options(expected);
    if (!options.isEmpty()) {
      return options;
    }
    return switch (expected.path("type").asText()) {
      case "integer" -> range(expected);
      case "boolean" -> "true or false";
      case "array" -> list(expected.path("items"));
      default -> "a text";
    };
  }

  private static String list(JsonNode each) {
    String options = SchemaCheck.options(each);
    return each.has(ProfileSchema.EXPECTED) || !options.isEmpty()
        ? "a list of: " + (options.isEmpty() ? each.get(ProfileSchema.EXPECTED).asText() : options)
        : "a list of texts";
  }

  private static String range(JsonNode expected) {
    return expected.has("minimum") && expected.has("maximum")
        ? expected.get("minimum").asText() + " to " + expected.get("maximum").asText()
        : "a whole number";
  }

  /** The description without its default, which has a column. */
  private static String about(JsonNode expected) {
    String described = expected.path("description").asText();
    int end = described.lastIndexOf(" (default ");
    return expected.has(ProfileSchema.DEFAULT) && end >= 0
        ? described.substring(0, end)
        : described;
  }

  private static String cell(String words) {
    return words.replace("|", "\\|");
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
