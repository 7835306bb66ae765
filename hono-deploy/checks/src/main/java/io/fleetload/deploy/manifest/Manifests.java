// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The objects of a stream of Kubernetes manifests.
 *
 * @param objects in the stream's order
 */
public record Manifests(List<JsonNode> objects) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Manifests {
    objects = List.copyOf(objects);
  }

  /**
   * Reads a stream of YAML documents, aliases resolved; empty documents are left out.
   *
   * @throws YAMLException if it is not YAML
   */
  public static Manifests parse(String yaml) {
    List<JsonNode> objects = new ArrayList<>();
    for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
      if (document instanceof Map) {
        objects.add(JSON.valueToTree(document));
      }
    }
    return new Manifests(objects);
  }

  /** All objects of a kind. */
  public List<JsonNode> ofKind(String kind) {
    return objects.stream().filter(each -> each.path("kind").asText().equals(kind)).toList();
  }

  /** The object of that kind and name, if there is one. */
  public Optional<JsonNode> find(String kind, String name) {
    return ofKind(kind).stream()
        .filter(each -> each.at("/metadata/name").asText().equals(name))
        .findFirst();
  }

  /**
   * The object of that kind and name.
   *
   * @throws NoSuchElementException if there is no such object
   */
  public JsonNode get(String kind, String name) {
    return find(kind, name)
        .orElseThrow(() -> new NoSuchElementException("no " + kind + " " + name));
  }
}
