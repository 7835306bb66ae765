// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fleetload.commandline.HandedOverrides;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.JavaOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The objects of one run: the manifests of the tree, with what the run says. */
final class RunObjects {
  /** Directory in which the leading backend leaves the results of a run. */
  static final String RESULTS = "/results/backend";

  /** Makes shards await the backend and give it their books. */
  static final String WITH_BACKEND = "coordination.backend=true";

  private static final String PROFILE = "profile";

  /** The number of a pod among those of its Job, from 0; Kubernetes fills it in. */
  private static final String INDEX = "$(JOB_COMPLETION_INDEX)";

  /** The name of the profile in the pods. */
  static final String PROFILE_FILE = "profile.yaml";

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

  /** Returns the object that says that the target is in use, and by which user. */
  ConfigMap claim() {
    return marks.on(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(prepared.claim())
            .addToLabels(RunMarks.CLAIM, "target")
            .endMetadata()
            .withData(Map.of("shards", String.valueOf(order.shards())))
            .build());
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
            .withName(named(OVERRIDES))
            .endMetadata()
            .withStringData(environment)
            .build());
  }

  private List<String> ofBackend() {
    List<String> all = new ArrayList<>(JavaOptions.of());
    all.addAll(ofTool(Manifests.BACKEND));
    all.add("--shards=" + order.shards());
    if (order.backends() > 1) {
      all.add("--backend=" + INDEX + "+1/" + order.backends());
    }
    all.add("--out=" + RESULTS);
    order.labels().forEach((key, value) -> all.add(plain("--label=" + key + "=" + value)));
    all.add("--metrics-port=9102");
    return all;
  }

  private List<String> ofShard() {
    // Who measures what devices cost starts them so as well, or the figures are of something else.
    List<String> all = new ArrayList<>(JavaOptions.OF_DEVICES);
    all.addAll(ofTool(Manifests.DEVICES));
    all.add("--shard=" + INDEX + "+1/" + order.shards());
    all.add("--out=/results/shard");
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

  /** An argument in which Kubernetes fills in nothing. */
  private static String plain(String argument) {
    return argument.replace("$(", "$$(");
  }

  /**
   * The Job that writes the devices.
   *
   * @param command its arguments, without the profile
   */
  Job provisioning(List<String> command) {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(List.of("--json", "/profile/" + PROFILE_FILE));
    return job(Manifests.PROVISIONING, 1, deadlines.provisioning(), arguments);
  }

  /** The Job of the backend. */
  Job backend() {
    return job(Manifests.BACKEND, order.backends(), deadlines.backend(), ofBackend());
  }

  /** The Job of the shards. */
  Job devices() {
    return job(Manifests.DEVICES, order.shards(), deadlines.devices(), ofShard());
  }

  private Job job(String tool, int count, Duration deadline, List<String> arguments) {
    Job job = marks.on(prepared.manifests().job(tool));
    Container container = Manifests.tool(job);
    container.setArgs(arguments);
    job.getMetadata().setName(named(tool));
    job.getMetadata().setNamespace(null);
    job.getSpec().setParallelism(count);
    job.getSpec().setCompletions(count);
    job.getSpec().setActiveDeadlineSeconds(deadline.toSeconds());
    marks.mark(job.getSpec().getTemplate().getMetadata());
    PodSpec pod = Manifests.pod(job);
    pod.getContainers().forEach(each -> each.setImage(prepared.images().of(tool)));
    pod.getVolumes().stream()
        .map(Volume::getConfigMap)
        .filter(each -> each != null && PROFILE.equals(each.getName()))
        .forEach(each -> each.setName(named(PROFILE)));
    container
        .getEnvFrom()
        .add(
            new EnvFromSourceBuilder()
                .withNewSecretRef()
                .withName(named(OVERRIDES))
                .endSecretRef()
                .build());
    return job;
  }

  /** The name of an object of this run: several runs may be in a namespace. */
  private String named(String what) {
    return what + "-" + marks.run();
  }

  private ConfigMap map(String name, Map<String, String> data) {
    return marks.on(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(named(name))
            .endMetadata()
            .withData(data)
            .build());
  }
}
