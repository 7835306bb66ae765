// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fleetload.campaign.cluster.access.Rights;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** The namespace that load tests run in. Its methods throw what the client throws, if no other. */
final class LoadNamespace {
  /** A command that lives writes so on its claim every 10 s; a few of these may fail. */
  private static final Duration SILENT = Duration.ofMinutes(1);

  /** So many pods of a large cluster are read at a time. */
  private static final long PAGE = 500;

  private final KubernetesClient client;
  private final String name;
  private final Clock clock;

  /**
   * Of a name.
   *
   * @param clock the cluster's
   */
  LoadNamespace(KubernetesClient client, String name, Clock clock) {
    this.client = client;
    this.name = name;
    this.clock = clock;
  }

  /** Returns the cluster's clock. */
  Clock clock() {
    return clock;
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
   * Checks that the user may do there what a load test does.
   *
   * @throws TargetException if not, with the rules to add
   */
  void checkRights() throws TargetException {
    Rights.check(client, name);
  }

  /** Asks the API whether it would make a Job, and makes none. */
  void tryOut(Job job) {
    client
        .resource(job)
        .inNamespace(name)
        .dryRun()
        .fieldValidation(FieldValidateable.Validation.STRICT)
        .create();
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
   * Checks that no run has a target, before anything else is found wrong.
   *
   * @param claim the name of the object by which a run has it
   * @throws UsageException if a run has it
   */
  void checkFree(String claim) throws UsageException {
    ConfigMap other = client.configMaps().inNamespace(name).withName(claim).get();
    if (other != null) {
      throw taken(other);
    }
  }

  /**
   * Takes a target for a run. If two try at the same time, one gets it.
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
      checkFree(claim.getMetadata().getName());
      throw taken(claim);
    }
  }

  private UsageException taken(ConfigMap other) {
    String run = RunMarks.runOf(other);
    if (RunMarks.isKept(other)) {
      return new UsageException(
          "namespace %s has %s, at the same target, which is over; its results were not fetched; fetch them with: loadtest cluster fetch %s%s"
              .formatted(name, RunMarks.described(other), run, option()));
    }
    Duration silent = Duration.between(RunMarks.heard(other), clock.instant());
    String what;
    if (silent.compareTo(SILENT) <= 0) {
      what = "goes on; wait for its end, or, where it is yours, end it with";
    } else if (jobs(run).stream().anyMatch(each -> !PodTrouble.isOver(each))) {
      what = "goes on, but the command that started it is gone; end it with";
    } else {
      what = "is over and was not removed; remove it with";
    }
    return new UsageException(
        "namespace %s has %s, at the same target, which %s: loadtest cluster delete %s%s"
            .formatted(name, RunMarks.described(other), what, run, option()));
  }

  /** Notes on the claim to a target that the command which made it lives. */
  void hear(String claim) {
    annotate(claim, RunMarks.HEARD, clock.instant().toString());
  }

  private void annotate(String claim, String key, String value) {
    String change = "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value);
    client
        .configMaps()
        .inNamespace(name)
        .withName(claim)
        .patch(PatchContext.of(PatchType.JSON_MERGE), change);
  }

  /** The option that names this namespace, where it is needed. */
  String option() {
    return name.equals(Cluster.NAMESPACE) ? "" : " --namespace " + name;
  }

  /** Returns the objects that name the runs in the namespace, and their owners. */
  List<ConfigMap> claims() {
    return client.configMaps().inNamespace(name).withLabel(RunMarks.CLAIM).list().getItems();
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

  /** Ends the Job of a tool of a run, with its pods. */
  void end(String run, String tool) {
    Map<String, String> labels = Map.of(RunMarks.RUN, run, RunMarks.TOOL, tool);
    client.batch().v1().jobs().inNamespace(name).withLabels(labels).delete();
    client.pods().inNamespace(name).withLabels(labels).delete();
  }

  /** Ends the Jobs and pods of a run. */
  void end(String run) {
    client.batch().v1().jobs().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
    client.pods().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
  }

  /** Removes what else a run has but its claim to the target. */
  void clear(String run) {
    client.secrets().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
    client.configMaps().inNamespace(name).withLabel(RunMarks.RUN, run).list().getItems().stream()
        .filter(each -> !each.getMetadata().getLabels().containsKey(RunMarks.CLAIM))
        .forEach(each -> client.resource(each).delete());
  }

  /** Removes all that; from then on the target is free. */
  void release(String run) {
    clear(run);
    client.configMaps().inNamespace(name).withLabel(RunMarks.RUN, run).delete();
  }

  /**
   * Marks the claim, so that later commands see that the results of the run are still to be
   * fetched.
   */
  void keep(String run) {
    for (ConfigMap claim : claims()) {
      if (RunMarks.runOf(claim).equals(run)) {
        annotate(claim.getMetadata().getName(), RunMarks.KEPT, "kept");
      }
    }
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

  /** Shows all pods of the cluster, some at a time: a large one has more than memory holds. */
  void podsOfAll(Consumer<Pod> each) {
    String next = null;
    do {
      PodList some =
          client
              .pods()
              .inAnyNamespace()
              .list(new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
      some.getItems().forEach(each);
      next = some.getMetadata() == null ? null : some.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
  }

  /** Its name. */
  String name() {
    return name;
  }
}
