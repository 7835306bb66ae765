// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The namespace that load tests run in. Its methods throw what the client throws, if no other. */
final class LoadNamespace {
  private final KubernetesClient client;
  private final String name;

  LoadNamespace(KubernetesClient client, String name) {
    this.client = client;
    this.name = name;
  }

  /**
   * Looks whether it is there.
   *
   * @throws TargetException if it is not
   */
  void check() throws TargetException {
    if (client.namespaces().withName(name).get() == null) {
      throw new TargetException(
          "the cluster has no namespace %s; make it, or give another with --namespace"
              .formatted(name));
    }
  }

  /**
   * The variables that secrets hold.
   *
   * @param secrets by name, and whether each must be there
   * @throws TargetException if one is missing
   */
  Map<String, String> variables(Map<String, Boolean> secrets) throws TargetException {
    Map<String, String> all = new HashMap<>();
    for (Map.Entry<String, Boolean> each : secrets.entrySet()) {
      Secret secret = client.secrets().inNamespace(name).withName(each.getKey()).get();
      if (secret == null && each.getValue()) {
        throw new TargetException(
            "namespace %s has no secret %s; make it with the variables of the profile"
                .formatted(name, each.getKey()));
      }
      if (secret != null && secret.getData() != null) {
        secret.getData().forEach((key, value) -> all.put(key, decoded(value)));
      }
    }
    return all;
  }

  private static String decoded(String value) {
    return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
  }

  /**
   * Checks that no run has the namespace, before anything else is found wrong.
   *
   * @throws UsageException if a run has it
   */
  void checkFree() throws UsageException {
    ConfigMap other = claimed().orElse(null);
    if (other != null) {
      throw taken(other);
    }
  }

  /**
   * Takes the namespace for a run. If two try at the same time, one gets it.
   *
   * @throws UsageException if another run has it
   */
  void claim(ConfigMap claim) throws UsageException {
    try {
      create(claim);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      throw taken(claimed().orElse(claim));
    }
  }

  private UsageException taken(ConfigMap other) {
    String run = RunMarks.runOf(other);
    if (RunMarks.isKept(other)) {
      return new UsageException(
          "namespace %s has %s, which is over; its results were not fetched; fetch them with: loadtest cluster fetch %s%s"
              .formatted(name, RunMarks.described(other), run, option()));
    }
    boolean goesOn =
        client
            .batch()
            .v1()
            .jobs()
            .inNamespace(name)
            .withLabel(RunMarks.RUN, run)
            .list()
            .getItems()
            .stream()
            .anyMatch(each -> !PodTrouble.isOver(each));
    return new UsageException(
        "namespace %s has %s, which %s: loadtest cluster delete %s%s"
            .formatted(
                name,
                RunMarks.described(other),
                goesOn
                    ? "goes on; wait for its end, or, where it is yours, end it with"
                    : "is over and was not removed; remove it with",
                run,
                option()));
  }

  /** The option that names this namespace, where it is needed. */
  String option() {
    return name.equals(Cluster.NAMESPACE) ? "" : " --namespace " + name;
  }

  /** Returns the object that names the run which has the namespace, and its owner. */
  Optional<ConfigMap> claimed() {
    return Optional.ofNullable(
        client.configMaps().inNamespace(name).withName(RunObjects.CLAIM).get());
  }

  /** Makes an object that is not there yet. */
  void create(HasMetadata object) {
    client.resource(object).inNamespace(name).create();
  }

  /** The pods of a run. */
  List<Pod> pods(String run) {
    return client.pods().inNamespace(name).withLabel(RunMarks.RUN, run).list().getItems();
  }

  /** The Jobs of a run. */
  List<Job> jobs(String run) {
    return client
        .batch()
        .v1()
        .jobs()
        .inNamespace(name)
        .withLabel(RunMarks.RUN, run)
        .list()
        .getItems();
  }

  /** Returns the reason why Kubernetes could not make the pods of a Job, if it gave one. */
  Optional<String> refusal(Job job) {
    // Of the name alone are also the events of earlier runs, which Kubernetes keeps for an hour.
    String uid = job.getMetadata().getUid();
    return client
        .v1()
        .events()
        .inNamespace(name)
        .withField("involvedObject.uid", uid)
        .list()
        .getItems()
        .stream()
        .filter(each -> "FailedCreate".equals(each.getReason()))
        .filter(each -> Objects.equals(uid, each.getInvolvedObject().getUid()))
        .map(each -> each.getMessage())
        .findFirst();
  }

  /** A container of a pod, for its log and for what is run in it. */
  ContainerResource container(Pod pod, String container) {
    return client
        .pods()
        .inNamespace(name)
        .withName(pod.getMetadata().getName())
        .inContainer(container)
        // A pod with a tool that has ended is never ready again, and the client would wait for it.
        .withReadyWaitTimeout(0);
  }

  /** Ends a Job of a run, with its pods. */
  void end(String run, String job) {
    client.batch().v1().jobs().inNamespace(name).withName(job).delete();
    client
        .pods()
        .inNamespace(name)
        .withLabel(RunMarks.RUN, run)
        .withLabel(RunMarks.TOOL, job)
        .delete();
  }

  /** Ends the Jobs and pods of a run. */
  void end(String run) {
    client.batch().v1().jobs().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
    client.pods().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
  }

  /** Removes what else a run has but its claim to the namespace. */
  void clear(String run) {
    client.secrets().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
    client.configMaps().inNamespace(name).withLabel(RunMarks.RUN, run).list().getItems().stream()
        .filter(each -> !each.getMetadata().getName().equals(RunObjects.CLAIM))
        .forEach(each -> client.resource(each).delete());
  }

  /** Removes all that; from then on the namespace is free. */
  void release(String run) {
    clear(run);
    client.configMaps().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
  }

  /**
   * Marks the claim, so that later commands see that the results of the run are still to be
   * fetched.
   */
  void keep() {
    claimed()
        .ifPresent(
            claim -> {
              RunMarks.keep(claim);
              client.resource(claim).update();
            });
  }

  /** The number of a pod among those of its Job, from 0. */
  static int index(Pod pod) {
    return Integer.parseInt(
        pod.getMetadata()
            .getLabels()
            .getOrDefault("batch.kubernetes.io/job-completion-index", "0"));
  }

  /** The cluster's nodes. */
  List<Node> nodes() {
    return client.nodes().list().getItems();
  }

  /** All pods of the cluster. */
  List<Pod> podsOfAll() {
    return client.pods().inAnyNamespace().list().getItems();
  }

  /** Its name. */
  String name() {
    return name;
  }
}
