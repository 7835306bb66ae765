// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  static final String OVERRIDE = "--set";
  private static final String KEY = "[A-Za-z0-9_$-]++";
  private static final Pattern KEY_PATH_START = Pattern.compile("(?:" + KEY + "|\\.)*+");
  static final Pattern KEY_PATH_AND_VALUE =
      Pattern.compile("\\s*+(" + KEY + "(?:\\." + KEY + ")*+)\\s*+=(.*)", Pattern.DOTALL);

  /** Depth that SnakeYAML allows a file. */
  private static final int DEEPEST = 50;

  /** Far more than a profile needs, and soon reached by aliases of aliases. */
  private static final int MOST_VALUES = 100_000;

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
        tree.new Reading(source, environment, problems).document(mapping);
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
      problems.add(new ProfileProblem(source, line, "", "is no YAML: " + reason(e)));
    } catch (YAMLException e) {
      problems.add(new ProfileProblem(source, 0, "", "is no YAML: " + reason(e)));
    }
    return tree;
  }

  /**
   * This document laid over another one: sections are joined key by key, all else is replaced, and
   * an outright null removes it.
   */
  YamlTree over(YamlTree base) {
    YamlTree both = new YamlTree(source);
    both.root.setAll(base.root);
    both.places.putAll(base.places);
    both.lay(both.root, root, "");
    both.places.putAll(places);
    return both;
  }

  private void lay(ObjectNode into, ObjectNode over, String path) {
    over.properties()
        .forEach(
            entry -> {
              String key = entry.getKey();
              String at = path.isEmpty() ? key : path + "." + key;
              if (into.get(key) instanceof ObjectNode section
                  && entry.getValue() instanceof ObjectNode other) {
                lay(section, other, at);
                return;
              }
              forgetBelow(at);
              if (entry.getValue().isNull()) {
                into.remove(key);
              } else {
                into.set(key, entry.getValue());
              }
            });
  }

  private void forgetBelow(String path) {
    places.keySet().removeIf(each -> each.startsWith(path + ".") || each.startsWith(path + "["));
  }

  /** Applies {@code key.path=value}. */
  void override(String override, Map<String, String> environment, List<ProfileProblem> problems) {
    Matcher parts = KEY_PATH_AND_VALUE.matcher(override);
    if (!parts.matches()) {
      problems.add(new ProfileProblem(OVERRIDE, 0, "", wrongForm(override)));
      return;
    }
    String path = parts.group(1);
    String[] keys = path.split("\\.");
    if (keys.length > DEEPEST) {
      problems.add(
          new ProfileProblem(
              OVERRIDE,
              0,
              path,
              String.format(
                  Locale.ROOT, "has %,d keys, expected at most %s", keys.length, DEEPEST)));
      return;
    }
    ObjectNode parent = root;
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
    forgetBelow(path);
    places.put(path, new Place(OVERRIDE, 0));
    Reading reading = new Reading(OVERRIDE, environment, problems);
    try {
      Node value = yaml().compose(new StringReader(parts.group(2)));
      if (value instanceof ScalarNode text
          && Tag.NULL.equals(text.getTag())
          && !text.getValue().isEmpty()) {
        // Said outright, not left empty: the key goes, as another takes its place.
        parent.remove(keys[keys.length - 1]);
        places.remove(path);
        return;
      }
      JsonNode read =
          value == null ? JsonNodeFactory.instance.nullNode() : reading.value(value, path);
      parent.set(keys[keys.length - 1], read);
    } catch (YAMLException e) {
      problems.add(new ProfileProblem(OVERRIDE, 0, path, "is no YAML: " + reason(e)));
    }
  }

  /** Shows the key path at most, for what follows it may be a secret. */
  static String wrongForm(String override) {
    Matcher start = KEY_PATH_START.matcher(override);
    String found = start.lookingAt() ? start.group() : "";
    return override.startsWith("[", found.length())
        ? "found \"" + found + "[...\", expected the whole list: " + found + "=[first, second]"
        : "found \"" + found + "...\", expected key.path=value";
  }

  ObjectNode root() {
    return root;
  }

  /** The keys that are from a source, in their order; a section that is wholly from it is one. */
  List<String> keysFrom(String file) {
    List<String> keys = new ArrayList<>();
    addKeysFrom(file, root, "", keys);
    return keys;
  }

  private void addKeysFrom(String file, ObjectNode section, String path, List<String> keys) {
    section
        .properties()
        .forEach(
            entry -> {
              String at = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
              if (isFrom(file, entry.getValue(), at)) {
                keys.add(at);
              } else if (entry.getValue() instanceof ObjectNode inner) {
                addKeysFrom(file, inner, at, keys);
              }
            });
  }

  private boolean isFrom(String file, JsonNode value, String path) {
    if (value instanceof ObjectNode section && !section.isEmpty()) {
      return section.properties().stream()
          .allMatch(each -> isFrom(file, each.getValue(), path + "." + each.getKey()));
    }
    Place place = places.get(path);
    return place != null && place.source().equals(file);
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

  private static boolean isUnreadable(int each) {
    return Character.isISOControl(each) && each != '\n' && each != '\r' && each != '\t';
  }

  static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Yaml(new SafeConstructor(options));
  }

  /** One line, without the piece of the file that the message of the exception shows. */
  static String reason(YAMLException e) {
    if (e instanceof MarkedYAMLException marked && marked.getProblem() != null) {
      if (marked.getProblem().startsWith("found undefined alias")) {
        // Its name is what the user meant as a value, which may be a secret.
        return "found a value that begins with * and names no anchor; put it in quotes";
      }
      return marked.getContext() == null
          ? marked.getProblem()
          : marked.getContext() + ", " + marked.getProblem();
    }
    return e.getMessage().lines().findFirst().orElse("cannot be read");
  }

  private final class Reading {
    private final String from;
    private final Variables variables;
    private final List<ProfileProblem> problems;
    private final Set<Node> around = Collections.newSetFromMap(new IdentityHashMap<>());
    private int values;

    Reading(String from, Map<String, String> environment, List<ProfileProblem> problems) {
      this.from = from;
      this.variables = new Variables(environment);
      this.problems = problems;
    }

    void document(MappingNode mapping) {
      around.add(mapping);
      mapping(mapping, "", root);
    }

    private void mapping(MappingNode mapping, String path, ObjectNode into) {
      for (NodeTuple entry : mapping.getValue()) {
        if (!(entry.getKeyNode() instanceof ScalarNode scalar)) {
          mark(path + "[key]", entry.getKeyNode());
          problems.add(
              problem(path + "[key]", "found a key that is a mapping or a list, expected a text"));
          continue;
        }
        String key = scalar.getValue();
        String at = path.isEmpty() ? key : path + "." + key;
        mark(at, entry.getKeyNode());
        if (Tag.MERGE.equals(scalar.getTag())) {
          problems.add(problem(at, "merge keys are not read; expected the keys written out"));
          continue;
        }
        if (into.has(key)) {
          problems.add(problem(at, "is there twice; expected once"));
        }
        into.set(key, value(entry.getValueNode(), at));
      }
    }

    JsonNode value(Node node, String path) {
      if (++values > MOST_VALUES) {
        throw new YAMLException(
            String.format(
                Locale.ROOT,
                "it has more than %,d values, those of its aliases included",
                MOST_VALUES));
      }
      if (!around.add(node)) {
        problems.add(problem(path, "refers to a part that contains it; expected a value"));
        return JsonNodeFactory.instance.nullNode();
      }
      JsonNode read = read(node, path);
      around.remove(node);
      return read;
    }

    private JsonNode read(Node node, String path) {
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
      if (text.chars().anyMatch(YamlTree::isUnreadable)) {
        problems.add(problem(path, "holds a control character; expected a text that can be read"));
        return JsonNodeFactory.instance.nullNode();
      }
      if (text.contains("${")) {
        try {
          return JsonNodeFactory.instance.textNode(variables.fill(text));
        } catch (IllegalArgumentException e) {
          problems.add(problem(path, e.getMessage()));
          return JsonNodeFactory.instance.nullNode();
        }
      }
      // Numbers and booleans stay text here: what a scalar is, its key says, not its look.
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
