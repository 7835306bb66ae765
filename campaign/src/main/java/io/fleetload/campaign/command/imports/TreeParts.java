// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.fleetload.pack.imports.Part;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The keys of JSON or YAML; the items of a list are named by their number. */
final class TreeParts {
  private static final Pattern YAML =
      Pattern.compile("(?m)\\A(?:\\s*#.*\\n|---\\s*\\n|\\s*\\n)*[\\w\"'-]+\\s*:(?:\\s|$)");
  private static final int MOST_PARTS = 200_000;

  private final String name;
  private int count;

  private TreeParts(String name) {
    this.name = name;
  }

  /** Returns whether a text begins as YAML does. */
  static boolean isYaml(String text) {
    return YAML.matcher(text).find();
  }

  /**
   * Reads JSON.
   *
   * @throws UsageException with one line if it is not JSON
   */
  static Part ofJson(String name, String text) throws UsageException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.nextToken();
      return new TreeParts(name).value("", parser);
    } catch (JsonProcessingException e) {
      throw new UsageException(
          "%s: is no JSON, line %s"
              .formatted(name, e.getLocation() == null ? 1 : e.getLocation().getLineNr()));
    } catch (IOException e) {
      throw new UsageException(name + ": is no JSON");
    }
  }

  private void countOne() throws UsageException {
    if (++count > MOST_PARTS) {
      throw new UsageException("%s: has more than %s parts".formatted(name, MOST_PARTS));
    }
  }

  private Part value(String key, JsonParser parser) throws IOException, UsageException {
    countOne();
    int line = parser.currentTokenLocation().getLineNr();
    JsonToken token = parser.currentToken();
    if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
      return Part.of(line, key, parser.getText());
    }
    boolean object = token == JsonToken.START_OBJECT;
    List<Part> parts = new ArrayList<>();
    while (parser.nextToken() != (object ? JsonToken.END_OBJECT : JsonToken.END_ARRAY)) {
      if (parser.currentToken() == null) {
        throw new UsageException(name + ": is cut off");
      }
      String below = object ? parser.currentName() : "[" + parts.size() + "]";
      if (object) {
        parser.nextToken();
      }
      parts.add(value(below, parser));
    }
    return section(line, key, parts, object ? "{}" : "[]");
  }

  /** An empty one is a value. */
  private static Part section(int line, String key, List<Part> parts, String empty) {
    return parts.isEmpty() ? Part.of(line, key, empty) : Part.section(line, key, parts);
  }

  /**
   * Reads YAML.
   *
   * @throws UsageException with one line if it is not YAML, or has aliases without end
   */
  static Part ofYaml(String name, String text) throws UsageException {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(50);
    try {
      Node root = new Yaml(options).compose(new StringReader(text));
      return new TreeParts(name).value("", root, 0);
    } catch (YAMLException e) {
      throw new UsageException(name + ": is no YAML of one document");
    }
  }

  private Part value(String key, Node node, int depth) throws UsageException {
    countOne();
    int line = node.getStartMark().getLine() + 1;
    if (depth > 100) {
      throw new UsageException(name + ": has keys more than 100 deep");
    }
    List<Part> parts = new ArrayList<>();
    if (node instanceof MappingNode section) {
      for (NodeTuple each : section.getValue()) {
        String below = each.getKeyNode() instanceof ScalarNode one ? one.getValue() : "?";
        parts.add(value(below, each.getValueNode(), depth + 1));
      }
      return section(line, key, parts, "{}");
    }
    if (node instanceof SequenceNode list) {
      for (Node each : list.getValue()) {
        parts.add(value("[" + parts.size() + "]", each, depth + 1));
      }
      return section(line, key, parts, "[]");
    }
    return Part.of(line, key, ((ScalarNode) node).getValue());
  }
}
