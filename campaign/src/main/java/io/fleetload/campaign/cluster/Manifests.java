// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The Jobs of the tools as they lie in the tree, without what is of one run. */
final class Manifests {
  /** The Job, the container and the image that write the devices. */
  static final String PROVISIONING = "provisioning";

  /** The Job, the container and the image of the backend. */
  static final String BACKEND = "backend-simulator";

  /** The Job, the container and the image of a shard. */
  static final String DEVICES = "device-simulator";

  private final List<Job> jobs;

  private Manifests(List<Job> jobs) {
    this.jobs = List.copyOf(jobs);
  }

  /**
   * Reads them.
   *
   * @param folder with a file for each tool
   * @param settings what the user's cluster has them say beside that
   * @throws UsageException if one is not there or none of a Job
   */
  static Manifests in(Path folder, PodSettings settings) throws UsageException {
    List<Job> jobs = new ArrayList<>();
    for (String file : List.of("provisioning.yaml", "backend.yaml", "devices.yaml")) {
      Path path = folder.resolve(file);
      try {
        jobs.add(settings.on(Serialization.unmarshal(Files.readString(path), Job.class)));
      } catch (IOException | KubernetesClientException | IllegalArgumentException e) {
        throw new UsageException("the manifest of a Job cannot be read: " + path);
      }
    }
    return new Manifests(jobs);
  }

  /** A copy of a tool's Job. */
  Job job(String tool) {
    return Serialization.clone(
        jobs.stream()
            .filter(each -> each.getMetadata().getName().equals(tool))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no manifest of the Job " + tool)));
  }

  /**
   * The secrets that the tools take their variables from, by name, and whether each must be there.
   */
  Map<String, Boolean> secrets() {
    Map<String, Boolean> needed = new TreeMap<>();
    for (Container container : containers()) {
      for (EnvFromSource source : container.getEnvFrom()) {
        if (source.getSecretRef() != null) {
          boolean optional = Boolean.TRUE.equals(source.getSecretRef().getOptional());
          needed.merge(source.getSecretRef().getName(), !optional, Boolean::logicalOr);
        }
      }
    }
    return needed;
  }

  /** Returns the variables of the tools that the manifests themselves set. */
  Map<String, String> variables() {
    Map<String, String> all = new TreeMap<>();
    for (Container container : containers()) {
      for (EnvVar each : container.getEnv()) {
        if (each.getValue() != null) {
          all.put(each.getName(), each.getValue());
        }
      }
    }
    return all;
  }

  private List<Container> containers() {
    return jobs.stream().flatMap(each -> pod(each).getContainers().stream()).toList();
  }

  /** Returns the template of a Job's pods. */
  static PodSpec pod(Job job) {
    return job.getSpec().getTemplate().getSpec();
  }

  /** The container of a Job's tool. */
  static Container tool(Job job) {
    return pod(job).getContainers().stream()
        .filter(each -> each.getName().equals(job.getMetadata().getLabels().get(RunMarks.TOOL)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no container " + job.getMetadata().getName()));
  }
}
