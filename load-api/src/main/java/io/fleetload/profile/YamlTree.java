package io.fleetload.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A YAML document as JSON, with the line of every key path and its variables filled in. */
final class YamlTree {
  private static final String OVERRIDE = "--set";

  private final String source;
  private final ObjectNode root = JsonNodeFactory.instance.objectNode();
  private final Map<String, Place> places = new HashMap<>();

  private record Place(String source, int line) {}

  private YamlTree(String source) {
    this.source = source;
  }

  static YamlTree parse(
      String source, String text, Map<String, String> environment, List<ProfileProblem> problems) {
    YamlTree tree = new YamlTree(source);
    try {
      Node document = yaml().compose(new StringReader(text));
      if (document == null) {
        problems.add(new ProfileProblem(source, 0, "", "is empty; expected a YAML profile"));
      } else if (document instanceof MappingNode mapping) {
        tree.new Reading(source, environment, problems).mapping(mapping, "", tree.root);
      } else {
        problems.add(
            new ProfileProblem(
                source,
                document.getStartMark().getLine() + 1,
                "",
                "is no mapping; expected keys such as run:, devices:, flows:"));
      }
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
      problems.add(new ProfileProblem(source, line, "", "is no YAML: " + e.getProblem()));
    } catch (YAMLException e) {
      problems.add(new ProfileProblem(source, 0, "", "is no YAML: " + firstLine(e)));
    }
    return tree;
  }

  /** Applies {@code key.path=value}. */
  void override(String override, Map<String, String> environment, List<ProfileProblem> problems) {
    int equals = override.indexOf('=');
    if (equals < 1) {
      problems.add(
          new ProfileProblem(
              OVERRIDE, 0, "", "found \"" + override + "\", expected key.path=value"));
      return;
    }
    String path = override.substring(0, equals).strip();
    ObjectNode parent = root;
    String[] keys = path.split("\\.");
    String walked = "";
    for (int i = 0; i < keys.length - 1; i++) {
      walked = walked.isEmpty() ? keys[i] : walked + "." + keys[i];
      JsonNode child = parent.get(keys[i]);
      if (child instanceof ObjectNode object) {
        parent = object;
      } else {
        parent = parent.putObject(keys[i]);
        places.put(walked, new Place(OVERRIDE, 0));
      }
    }
    places.put(path, new Place(OVERRIDE, 0));
    Reading reading = new Reading(OVERRIDE, environment, problems);
    try {
      Node value = yaml().compose(new StringReader(override.substring(equals + 1)));
      JsonNode read =
          value == null ? JsonNodeFactory.instance.nullNode() : reading.value(value, path);
      parent.set(keys[keys.length - 1], read);
    } catch (YAMLException e) {
      problems.add(new ProfileProblem(OVERRIDE, 0, path, "is no YAML: " + firstLine(e)));
    }
  }

  ObjectNode root() {
    return root;
  }

  /** A problem at a key path; where the path is absent, at the nearest key above it. */
  ProfileProblem problem(String path, String message) {
    String at = path;
    while (true) {
      Place place = places.get(at);
      if (place != null) {
        return new ProfileProblem(place.source(), place.line(), path, message);
      }
      int cut = Math.max(at.lastIndexOf('.'), at.lastIndexOf('['));
      if (cut < 0) {
        return new ProfileProblem(source, 0, path, message);
      }
      at = at.substring(0, cut);
    }
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Yaml(new SafeConstructor(options));
  }

  private static String firstLine(YAMLException e) {
    return e.getMessage().lines().findFirst().orElse("cannot be read");
  }

  private final class Reading {
    private final String from;
    private final Variables variables;
    private final List<ProfileProblem> problems;

    Reading(String from, Map<String, String> environment, List<ProfileProblem> problems) {
      this.from = from;
      this.variables = new Variables(environment);
      this.problems = problems;
    }

    void mapping(MappingNode mapping, String path, ObjectNode into) {
      for (NodeTuple entry : mapping.getValue()) {
        String key = ((ScalarNode) entry.getKeyNode()).getValue();
        String at = path.isEmpty() ? key : path + "." + key;
        mark(at, entry.getKeyNode());
        if (into.has(key)) {
          problems.add(problem(at, "stands twice; expected once"));
        }
        into.set(key, value(entry.getValueNode(), at));
      }
    }

    JsonNode value(Node node, String path) {
      if (node instanceof MappingNode mapping) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        mapping(mapping, path, object);
        return object;
      }
      if (node instanceof SequenceNode sequence) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < sequence.getValue().size(); i++) {
          String at = path + "[" + i + "]";
          mark(at, sequence.getValue().get(i));
          array.add(value(sequence.getValue().get(i), at));
        }
        return array;
      }
      return scalar((ScalarNode) node, path);
    }

    private JsonNode scalar(ScalarNode node, String path) {
      String text = node.getValue();
      if (text.contains("${")) {
        try {
          return JsonNodeFactory.instance.textNode(variables.fill(text));
        } catch (IllegalArgumentException e) {
          problems.add(problem(path, e.getMessage()));
          return JsonNodeFactory.instance.nullNode();
        }
      }
      try {
        if (Tag.INT.equals(node.getTag())) {
          return JsonNodeFactory.instance.numberNode(Long.parseLong(text.replace("_", "")));
        }
        if (Tag.FLOAT.equals(node.getTag())) {
          return JsonNodeFactory.instance.numberNode(Double.parseDouble(text.replace("_", "")));
        }
      } catch (NumberFormatException e) {
        return JsonNodeFactory.instance.textNode(text);
      }
      if (Tag.BOOL.equals(node.getTag())) {
        return JsonNodeFactory.instance.booleanNode(text.equalsIgnoreCase("true"));
      }
      return Tag.NULL.equals(node.getTag())
          ? JsonNodeFactory.instance.nullNode()
          : JsonNodeFactory.instance.textNode(text);
    }

    private void mark(String path, Node node) {
      int line = from.equals(OVERRIDE) ? 0 : node.getStartMark().getLine() + 1;
      places.put(path, new Place(from, line));
    }
  }
}
