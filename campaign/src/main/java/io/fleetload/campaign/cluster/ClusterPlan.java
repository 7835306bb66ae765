// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ShardCount;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileFile;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * All that is read and looked at before anything is started.
 *
 * @param files the profile as the user wrote it, and the one that it extends, by their names in the
 *     pods, which fill in the variables
 * @param scenario what it says with the secrets of the pods, to see what it asks for
 * @param variables what the pods have in their environment
 */
record ClusterPlan(
    Map<String, String> files,
    Scenario scenario,
    Map<String, String> variables,
    Manifests manifests,
    Images images) {

  /**
   * Reads the profile, the images and the manifests of an order, and checks the namespace.
   *
   * @param run whether a run follows, or provisioning alone
   * @throws ProfileException with every mistake in the profile
   * @throws UsageException if images or manifests are wrong, the profile is for no cluster, or
   *     another run has the namespace
   * @throws TargetException if the namespace or a secret is missing
   * @throws IOException if the profile cannot be read
   */
  static ClusterPlan of(
      ClusterOrder order, boolean run, LoadNamespace namespace, Consumer<String> say)
      throws ProfileException, UsageException, TargetException, IOException {
    Images images = Images.read(order.images());
    PodSettings settings = order.pods() == null ? PodSettings.NONE : PodSettings.read(order.pods());
    Manifests manifests = Manifests.in(order.manifests(), settings);
    namespace.check();
    namespace.checkRights();
    Map<String, Boolean> secrets = manifests.secrets();
    Map<String, String> variables = new HashMap<>(manifests.variables());
    // What a manifest says instead of a secret is there for the pods that do without it.
    variables.putAll(namespace.variables(secrets));
    try {
      Scenario scenario = read(order, List.of(), variables);
      refuse(run ? ProfileMisfits.ofRun(scenario) : ProfileMisfits.ofPlaces(scenario));
      namespace.checkFree(claim(scenario));
      if (run) {
        scenario.checkBackends(order.backends());
        scenario = forRun(order, variables);
      }
      return new ClusterPlan(
          files(order.profile(), variables), scenario, variables, manifests, images);
    } catch (ProfileException e) {
      if (e.getMessage().contains("is not set")) {
        say.accept(
            "on the cluster the environment is what these secrets of namespace %s hold: %s"
                .formatted(namespace.name(), String.join(", ", secrets.keySet())));
      }
      throw e;
    }
  }

  /** The name of the object by which a run has its target: two runs there measure each other. */
  String claim() {
    return claim(scenario);
  }

  static String claim(Scenario scenario) {
    String addresses =
        scenario.run().target().addresses().stream()
            .sorted()
            .distinct()
            .collect(Collectors.joining(","));
    return "target-" + UUID.nameUUIDFromBytes(addresses.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> files(Path profile, Map<String, String> variables)
      throws ProfileException, UsageException, IOException {
    Map<String, String> files = new HashMap<>();
    for (Path each : ProfileFile.files(profile, variables)) {
      String name = each.equals(profile) ? RunObjects.PROFILE_FILE : each.getFileName().toString();
      if (files.put(name, Files.readString(each)) != null) {
        throw new UsageException(
            "extends: is %s, which the pods call this profile; rename the other one"
                .formatted(name));
      }
    }
    return files;
  }

  private static Scenario forRun(ClusterOrder order, Map<String, String> variables)
      throws ProfileException, UsageException {
    Scenario scenario = read(order, List.of(RunObjects.WITH_BACKEND), variables);
    ShardCount.check(order.shards(), scenario.profile().carriers());
    ShardCount.check(order.shards(), scenario.profile().phases());
    return scenario;
  }

  /**
   * The same for a run with other overrides.
   *
   * @throws ProfileException if they do not fit the rest of the profile
   * @throws UsageException if the shards cannot run it
   */
  ClusterPlan with(ClusterOrder order) throws ProfileException, UsageException {
    return new ClusterPlan(files, forRun(order, variables), variables, manifests, images);
  }

  private static Scenario read(ClusterOrder order, List<String> more, Map<String, String> variables)
      throws ProfileException {
    List<String> overrides = new ArrayList<>(order.overrides());
    overrides.addAll(more);
    return Scenario.read(order.profile(), overrides, variables, (each, checks) -> {});
  }

  private static void refuse(List<String> misfits) throws UsageException {
    if (!misfits.isEmpty()) {
      throw new UsageException(misfits.get(0));
    }
  }

  /**
   * Looks whether the pods find room on the nodes.
   *
   * @throws UsageException if they do not, with how many shards would
   */
  void checkRoom(ClusterOrder order, LoadNamespace namespace, Consumer<String> say)
      throws UsageException {
    PodSpec devices = Manifests.pod(manifests.job(Manifests.DEVICES));
    NodeRoom room;
    try {
      room = NodeRoom.of(namespace.nodes(), namespace::podsOfAll, devices);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      say.accept("whether the pods fit the nodes is not known: " + OneLine.of(e));
      return;
    }
    String left = room.left();
    NodeRoom.PodRequest ofShard = NodeRoom.PodRequest.of(devices);
    NodeRoom.PodRequest ofBackend =
        NodeRoom.PodRequest.of(Manifests.pod(manifests.job(Manifests.BACKEND)));
    int backends = room.place(order.backends(), ofBackend);
    int shards = room.place(order.shards(), ofShard);
    if (order.autoscaled() && (backends < order.backends() || shards < order.shards())) {
      say.accept(
          "of %s backends and %s shards %s and %s find room; waiting %s s for nodes for the others"
              .formatted(
                  order.backends(),
                  order.shards(),
                  backends,
                  shards,
                  order.patience().toSeconds()));
      return;
    }
    if (backends < order.backends()) {
      throw new UsageException(
          "--backends: found %s, %s find room: each asks for %s; %s"
              .formatted(order.backends(), backends, ofBackend, found(room, devices, left)));
    }
    if (shards < order.shards()) {
      throw new UsageException(
          "--shards: found %s, %s find room: each asks for %s, the backend for %s; %s"
              .formatted(order.shards(), shards, ofShard, ofBackend, found(room, devices, left)));
    }
  }

  private static String found(NodeRoom room, PodSpec pod, String left) {
    return "%s nodes labelled %s are ready%s; add nodes, give fewer, or --autoscaled where nodes come for pods"
        .formatted(
            room.nodes(),
            pod.getNodeSelector(),
            room.nodes() == 0 ? "" : " and have left: " + left);
  }
}
