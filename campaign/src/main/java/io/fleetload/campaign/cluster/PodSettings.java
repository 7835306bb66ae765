// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings of the pods on a user's cluster that the manifests of the release do not have, such as a
 * pull secret, tolerations, a node selector, resources. A section is for one tool, or for all.
 *
 * <p>A map is merged with the manifest's; so is a list of things with names, by the names. Any
 * other list takes the place of the manifest's, and null takes a key away.
 */
final class PodSettings {
  /** No settings. */
  static final PodSettings NONE = new PodSettings(null, JsonNodeFactory.instance.objectNode());

  private static final String ALL = "all";

  /** The section of a tool's pods. */
  private static final Map<String, String> SECTIONS =
      Map.of(
          Manifests.PROVISIONING, "provisioning",
          Manifests.BACKEND, "backend",
          Manifests.DEVICES, "devices");

  private static final Set<String> KEYS = Set.of("labels", "annotations", "spec", "container");

  private final Path file;
  private final JsonNode sections;

  private PodSettings(Path file, JsonNode sections) {
    this.file = file;
    this.sections = sections;
  }

  /**
   * Reads them.
   *
   * @throws UsageException if the file cannot be read or has another form
   */
  static PodSettings read(Path file) throws UsageException {
    JsonNode read;
    try {
      read = Serialization.unmarshal(Files.readString(file), JsonNode.class);
    } catch (IOException | KubernetesClientException | IllegalArgumentException e) {
      throw new UsageException("--pods: %s cannot be read as YAML".formatted(file));
    }
    if (read == null || !read.isObject()) {
      throw wrong(file, "the file", "the sections all, provisioning, backend, devices");
    }
    for (Map.Entry<String, JsonNode> section : read.properties()) {
      if (!ALL.equals(section.getKey()) && !SECTIONS.containsValue(section.getKey())) {
        throw wrong(file, section.getKey(), "the sections all, provisioning, backend, devices");
      }
      for (Map.Entry<String, JsonNode> each : section.getValue().properties()) {
        if (!KEYS.contains(each.getKey()) || !each.getValue().isObject()) {
          throw wrong(
              file,
              section.getKey() + "." + each.getKey(),
              "maps named labels, annotations, spec, container");
        }
      }
    }
    return new PodSettings(file, read);
  }

  private static UsageException wrong(Path file, String key, String expected) {
    return new UsageException("--pods: %s, %s: expected %s".formatted(file, key, expected));
  }

  /**
   * Puts them on a tool's Job.
   *
   * @throws UsageException if Kubernetes has no Job of that form
   */
  Job on(Job job) throws UsageException {
    String tool = job.getMetadata().getName();
    List<String> mine =
        List.of(ALL, SECTIONS.get(tool)).stream().filter(sections::hasNonNull).toList();
    if (mine.isEmpty()) {
      return job;
    }
    ObjectNode tree = Serialization.unmarshal(Serialization.asJson(job), ObjectNode.class);
    ObjectNode template = tree.withObject("/spec/template");
    for (String section : mine) {
      JsonNode settings = sections.get(section);
      ObjectNode metadata = template.withObject("/metadata");
      for (String marks : List.of("labels", "annotations")) {
        merge(metadata.withObject("/" + marks), settings.path(marks));
      }
      ObjectNode spec = template.withObject("/spec");
      merge(spec, settings.path("spec"));
      merge(named(spec.withArray("/containers"), tool), settings.path("container"));
    }
    try {
      return Serialization.unmarshal(tree.toString(), Job.class);
    } catch (KubernetesClientException | IllegalArgumentException e) {
      Throwable last = e.getCause() == null ? e : e.getCause();
      throw new UsageException(
          "--pods: %s is for no pod of Kubernetes: %s"
              .formatted(
                  file, String.valueOf(last.getMessage()).lines().findFirst().orElse("").strip()));
    }
  }

  private static void merge(ObjectNode into, JsonNode from) {
    for (Map.Entry<String, JsonNode> each : from.properties()) {
      String key = each.getKey();
      JsonNode value = each.getValue();
      JsonNode old = into.get(key);
      if (value.isNull()) {
        into.remove(key);
      } else if (old instanceof ObjectNode map && value.isObject()) {
        merge(map, value);
      } else if (old instanceof ArrayNode list && haveNames(list) && haveNames(value)) {
        for (JsonNode one : value) {
          merge(named(list, one.get("name").asText()), one);
        }
      } else {
        into.set(key, value.deepCopy());
      }
    }
  }

  private static boolean haveNames(JsonNode list) {
    Iterator<JsonNode> all = list.elements();
    while (all.hasNext()) {
      if (!all.next().path("name").isTextual()) {
        return false;
      }
    }
    return list.isArray() && !list.isEmpty();
  }

  /** The thing of a name in a list, at its end where it has none. */
  private static ObjectNode named(ArrayNode list, String name) {
    for (JsonNode each : list) {
      if (each instanceof ObjectNode thing && name.equals(thing.path("name").asText())) {
        return thing;
      }
    }
    return list.addObject().put("name", name);
  }
}
