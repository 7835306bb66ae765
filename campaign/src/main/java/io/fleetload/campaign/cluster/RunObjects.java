// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fleetload.commandline.HandedOverrides;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.JavaOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The objects of one run: the manifests of the tree, with what the run says. */
final class RunObjects {
  /** Name of the claim. The first run that makes a map of that name has the namespace. */
  static final String CLAIM = "run";

  /** Directory in which the leading backend leaves the results of a run. */
  static final String RESULTS = "/results/backend";

  /** Makes shards await the backend and give it their books. */
  static final String WITH_BACKEND = "coordination.backend=true";

  private static final String PROFILE = "profile";

  /** The name of the profile in the pods. */
  static final String PROFILE_FILE = "profile.yaml";

  private static final String ARGUMENTS = "arguments";
  private static final String OVERRIDES = "overrides";

  private final ClusterPlan prepared;
  private final ClusterOrder order;
  private final RunMarks marks;
  private final RunId run;
  private final Deadlines deadlines;

  /**
   * Creates the objects of a run.
   *
   * @param marks those of the run that holds the namespace
   * @param run the id in its messages
   */
  RunObjects(ClusterPlan prepared, ClusterOrder order, RunMarks marks, RunId run) {
    this.prepared = prepared;
    this.order = order;
    this.marks = marks;
    this.run = run;
    this.deadlines = Deadlines.of(prepared.scenario(), order.patience());
  }

  /** Returns the times after which Kubernetes ends a Job that was not ended before. */
  Deadlines deadlines() {
    return deadlines;
  }

  /** Returns the object that says that the namespace is in use, and by which user. */
  ConfigMap claim() {
    return map(CLAIM, Map.of("shards", String.valueOf(order.shards())));
  }

  /** The profile, as the user wrote it: its variables are filled in the pods. */
  ConfigMap profile() {
    return map(PROFILE, prepared.files());
  }

  /** The overrides of the profile's keys, which may be secret, for the tools' environment. */
  Secret overrides() {
    Map<String, String> environment = new HashMap<>();
    HandedOverrides.hand(
        order.overrides().stream().map(each -> "--set=" + each).toList(), environment);
    return marks.on(
        new SecretBuilder()
            .withNewMetadata()
            .withName(OVERRIDES)
            .endMetadata()
            .withStringData(environment)
            .build());
  }

  /**
   * The arguments of every simulator. A pod of an Indexed Job knows its index, from 0, and the
   * image has no shell to count with; so java itself reads a file named by it.
   */
  ConfigMap arguments() {
    Map<String, String> files = new LinkedHashMap<>();
    for (int backend = 1; backend <= order.backends(); backend++) {
      files.put(Manifests.BACKEND + "-" + (backend - 1), lines(ofBackend(backend)));
    }
    for (int shard = 1; shard <= order.shards(); shard++) {
      files.put(Manifests.DEVICES + "-" + (shard - 1), lines(ofShard(shard)));
    }
    return map(ARGUMENTS, files);
  }

  private List<String> ofBackend(int number) {
    List<String> all = new ArrayList<>(JavaOptions.of());
    all.addAll(ofTool(Manifests.BACKEND));
    all.add("--shards=" + order.shards());
    if (order.backends() > 1) {
      all.add("--backend=" + number + "/" + order.backends());
    }
    all.add("--out=" + RESULTS);
    order.labels().forEach((key, value) -> all.add(quoted("--label=" + key + "=" + value)));
    all.add("--metrics-port=9102");
    return all;
  }

  private List<String> ofShard(int number) {
    // Who measures what devices cost starts them so as well, or the figures are of something else.
    List<String> all = new ArrayList<>(JavaOptions.OF_DEVICES);
    all.addAll(ofTool(Manifests.DEVICES));
    all.add("--shard=" + number + "/" + order.shards());
    all.add("--out=/results/shard-" + number);
    all.add("--metrics-port=9101");
    return all;
  }

  private List<String> ofTool(String tool) {
    return List.of(
        "-jar",
        "/app/" + tool + ".jar",
        "/profile/" + PROFILE_FILE,
        "--run-id=" + run,
        "--json",
        "--metrics-host=0.0.0.0",
        "--set=coordination.timeout=" + order.patience().toSeconds() + "s",
        "--set=" + WITH_BACKEND);
  }

  /** An argument as java reads it from a file. */
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String lines(List<String> arguments) {
    return arguments.stream().map(each -> each + "\n").collect(Collectors.joining());
  }

  /**
   * The Job that writes the devices.
   *
   * @param command its arguments, without the profile
   */
  Job provisioning(List<String> command) {
    Job job = job(Manifests.PROVISIONING, 1, deadlines.provisioning());
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(List.of("--json", "/profile/" + PROFILE_FILE));
    Manifests.tool(job).setArgs(arguments);
    return job;
  }

  /** The Job of the backend. */
  Job backend() {
    return job(Manifests.BACKEND, order.backends(), deadlines.backend());
  }

  /** The Job of the shards. */
  Job devices() {
    return job(Manifests.DEVICES, order.shards(), deadlines.devices());
  }

  private Job job(String tool, int count, Duration deadline) {
    Job job = marks.on(prepared.manifests().job(tool));
    job.getMetadata().setNamespace(null);
    job.getSpec().setParallelism(count);
    job.getSpec().setCompletions(count);
    job.getSpec().setActiveDeadlineSeconds(deadline.toSeconds());
    marks.mark(job.getSpec().getTemplate().getMetadata());
    Manifests.pod(job).getContainers().forEach(each -> each.setImage(prepared.images().of(tool)));
    Manifests.tool(job)
        .getEnvFrom()
        .add(
            new EnvFromSourceBuilder()
                .withNewSecretRef()
                .withName(OVERRIDES)
                .endSecretRef()
                .build());
    return job;
  }

  private ConfigMap map(String name, Map<String, String> data) {
    return marks.on(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withData(data)
            .build());
  }
}
