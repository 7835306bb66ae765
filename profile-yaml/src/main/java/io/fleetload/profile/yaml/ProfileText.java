// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.profile.LoadProfile;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.Quantity;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A profile that is written key by key, as the text of its file. */
public final class ProfileText {
  private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]{0,17}");
  private static final Pattern BOOLEAN = Pattern.compile("true|false");
  private static final List<String> FIRST = List.of("$schema", "extends", "pack", "run");
  private static final List<String> LAST = List.of("devices", "phases", "flows", "thresholds");
  private static final int WIDTH = 120;
  private static final String FILE =
      FileBesideProfile.class.getAnnotation(Quantity.class).expected();

  private final ObjectNode schema;
  private final Path folder;
  private final MappingNode root = section();

  /**
   * Begins an empty one.
   *
   * @param type the record of the pack's profiles
   * @param folder where the names of files are from; the profile itself may lie anywhere
   */
  public ProfileText(Class<? extends LoadProfile> type, Path folder) {
    this.schema = ProfileSchema.of(type);
    this.folder = folder;
  }

  /**
   * Sets a key; {@code null} removes it.
   *
   * @param override {@code key.path=value}, the value YAML
   * @throws ProfileException if it has another form
   */
  public void set(String override) throws ProfileException {
    Matcher parts = YamlTree.KEY_PATH_AND_VALUE.matcher(override);
    if (!parts.matches()) {
      throw wrong("", YamlTree.wrongForm(override));
    }
    try {
      Node value = YamlTree.yaml().compose(new StringReader(parts.group(2)));
      put(
          parts.group(1),
          value == null ? new ScalarNode(Tag.NULL, "", null, null, plain()) : value);
    } catch (YAMLException e) {
      throw wrong(parts.group(1), "is no YAML: " + YamlTree.reason(e));
    }
  }

  /** Sets a key to a text, a number or a flag. */
  public void put(String path, String value) {
    Tag tag =
        WHOLE.matcher(value).matches()
            ? Tag.INT
            : BOOLEAN.matcher(value).matches() ? Tag.BOOL : Tag.STR;
    put(path, new ScalarNode(tag, value, null, null, plain()));
  }

  /** Adds a text to a list. */
  public void add(String path, String value) {
    Node text = new ScalarNode(Tag.STR, value, null, null, plain());
    if (at(path) instanceof SequenceNode list) {
      list.getValue().add(text);
    } else {
      put(path, new SequenceNode(Tag.SEQ, new ArrayList<>(List.of(text)), block()));
    }
  }

  private Node at(String path) {
    Node found = root;
    for (String key : path.split("\\.")) {
      found = found instanceof MappingNode section ? child(section, key) : null;
    }
    return found;
  }

  private void put(String path, Node value) {
    MappingNode parent = root;
    String[] keys = path.split("\\.");
    for (int i = 0; i < keys.length - 1; i++) {
      if (child(parent, keys[i]) instanceof MappingNode below) {
        parent = below;
      } else {
        MappingNode below = section();
        put(parent, keys[i], below);
        parent = below;
      }
    }
    put(parent, keys[keys.length - 1], value);
  }

  private static void put(MappingNode section, String key, Node value) {
    List<NodeTuple> entries = section.getValue();
    NodeTuple entry = new NodeTuple(new ScalarNode(Tag.STR, key, null, null, plain()), value);
    for (int i = 0; i < entries.size(); i++) {
      if (key(entries.get(i)).equals(key)) {
        if (isNothing(value)) {
          entries.remove(i);
        } else {
          entries.set(i, entry);
        }
        return;
      }
    }
    if (!isNothing(value)) {
      entries.add(entry);
    }
  }

  /** Returns whether a value is the word null; one that is left out is a mistake, found later. */
  private static boolean isNothing(Node value) {
    return value instanceof ScalarNode text
        && Tag.NULL.equals(text.getTag())
        && !text.getValue().isEmpty();
  }

  private static Node child(MappingNode section, String key) {
    return section.getValue().stream()
        .filter(each -> key(each).equals(key))
        .findFirst()
        .map(NodeTuple::getValueNode)
        .orElse(null);
  }

  private static String key(NodeTuple entry) {
    return entry.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
  }

  /**
   * Returns the text, with its keys in the order of a run and the names of its files from anywhere.
   *
   * @throws ProfileException if it has a secret outright instead of the name of a variable
   */
  public String text() throws ProfileException {
    root.getValue().sort(Comparator.comparingInt(each -> place(key(each))));
    finish(root, "", NamedSections.in(schema.deepCopy(), kinds()));
    DumperOptions options = new DumperOptions();
    options.setWidth(WIDTH);
    options.setSplitLines(false);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    StringWriter text = new StringWriter();
    new Yaml(options).serialize(root, text);
    return text.toString();
  }

  private static int place(String key) {
    return FIRST.contains(key) ? FIRST.indexOf(key) - FIRST.size() : LAST.indexOf(key) + 1;
  }

  /** The sections of the profile with their kinds, as far as the schema asks for them. */
  private ObjectNode kinds() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    for (NodeTuple entry : root.getValue()) {
      if (entry.getValueNode() instanceof MappingNode sections) {
        ObjectNode named = all.putObject(key(entry));
        for (NodeTuple section : sections.getValue()) {
          ObjectNode one = named.putObject(key(section));
          if (section.getValueNode() instanceof MappingNode keys
              && child(keys, "kind") instanceof ScalarNode kind) {
            one.put("kind", kind.getValue());
          }
        }
      }
    }
    return all;
  }

  private void finish(Node node, String path, JsonNode expected) throws ProfileException {
    if (node instanceof CollectionNode<?> collection) {
      collection.setFlowStyle(block());
    }
    if (node instanceof MappingNode section) {
      for (int i = 0; i < section.getValue().size(); i++) {
        NodeTuple entry = section.getValue().get(i);
        JsonNode own = expected.path("properties").path(key(entry));
        JsonNode its = own.isMissingNode() ? expected.path("additionalProperties") : own;
        if (expected.path(ProfileSchema.SECRET).asBoolean()) {
          its = expected;
        }
        String at = path.isEmpty() ? key(entry) : path + "." + key(entry);
        if (its.path(ProfileSchema.EXPECTED).asText().equals(FILE)
            && entry.getValueNode() instanceof ScalarNode file) {
          section.getValue().set(i, new NodeTuple(entry.getKeyNode(), fromAnywhere(file)));
        }
        finish(entry.getValueNode(), at, its);
      }
    } else if (node instanceof SequenceNode list) {
      for (int i = 0; i < list.getValue().size(); i++) {
        finish(list.getValue().get(i), path + "[" + i + "]", expected.path("items"));
      }
    } else if (node instanceof ScalarNode value) {
      refuseSecret(value, path, expected);
    }
  }

  private static void refuseSecret(ScalarNode value, String path, JsonNode expected)
      throws ProfileException {
    if (expected.path(ProfileSchema.SECRET).asBoolean() && !value.getValue().contains("${")) {
      throw wrong(
          path,
          "write ${NAME} in single quotes, and set the variable NAME of the environment: what is on"
              + " a command line can be read by others");
    }
  }

  private Node fromAnywhere(ScalarNode file) {
    return file.getValue().contains("${")
        ? file
        : new ScalarNode(
            Tag.STR, folder.resolve(file.getValue()).normalize().toString(), null, null, plain());
  }

  private static ProfileException wrong(String path, String message) {
    return new ProfileException(List.of(new ProfileProblem(YamlTree.OVERRIDE, 0, path, message)));
  }

  private static MappingNode section() {
    return new MappingNode(Tag.MAP, new ArrayList<>(), block());
  }

  private static DumperOptions.ScalarStyle plain() {
    return DumperOptions.ScalarStyle.PLAIN;
  }

  private static DumperOptions.FlowStyle block() {
    return DumperOptions.FlowStyle.BLOCK;
  }
}
