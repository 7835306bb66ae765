// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.part;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Scalable;
import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.campaign.part.PartFailure;
import io.fleetload.campaign.part.TargetParts;
import io.fleetload.pack.TargetPart;
import io.fleetload.process.TargetException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Parts of a target in a namespace of Kubernetes, found by the labels of their pods. A pod that is
 * deleted is made again by its Deployment or StatefulSet, at another address.
 */
public final class ClusterParts implements TargetParts {
  private static final long LONGEST_SECONDS = 300;
  private static final long LOOK_MILLIS = 200;

  private final KubernetesClient client;
  private final String namespace;

  /** By part that was scaled: the replicas before, by workload. */
  private final Map<String, Map<Workload, Integer>> before = new HashMap<>();

  /** Something that has replicas. */
  private record Workload(String kind, String name) {}

  /**
   * The parts in a namespace of the cluster that kubectl would ask.
   *
   * @param context of the user's kubeconfig; null for the current one
   * @throws TargetException if no configuration says which cluster
   */
  public static ClusterParts of(String context, String namespace) throws TargetException {
    try {
      return new ClusterParts(Cluster.client(context), namespace);
    } catch (KubernetesClientException e) {
      throw new TargetException("disturbIn: no cluster: " + OneLine.of(e));
    }
  }

  /** Of a namespace. */
  ClusterParts(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  @Override
  public String place() {
    return "cluster";
  }

  @Override
  public Integer restart(TargetPart part, Integer processes)
      throws PartFailure, InterruptedException {
    return deleted(part, processes, false);
  }

  @Override
  public Integer kill(TargetPart part, Integer processes) throws PartFailure, InterruptedException {
    return deleted(part, processes, true);
  }

  @Override
  public Integer end(TargetPart part) throws PartFailure, InterruptedException {
    return scale(part, 0);
  }

  @Override
  public Integer scale(TargetPart part, int to) throws PartFailure, InterruptedException {
    asked(
        () -> {
          Map<Workload, Integer> replicas = workloads(part);
          before.putIfAbsent(part.name(), replicas);
          replicas.keySet().forEach(each -> of(each).scale(to));
        });
    awaitReady(part, to * before.get(part.name()).size());
    return null;
  }

  @Override
  public Integer begin(TargetPart part) throws PartFailure, InterruptedException {
    Map<Workload, Integer> replicas = before.remove(part.name());
    if (replicas == null) {
      return null;
    }
    asked(() -> replicas.forEach((each, count) -> of(each).scale(count)));
    awaitReady(part, replicas.values().stream().mapToInt(Integer::intValue).sum());
    return null;
  }

  private Integer deleted(TargetPart part, Integer processes, boolean atOnce)
      throws PartFailure, InterruptedException {
    List<Pod> pods = pods(part);
    if (pods.isEmpty()) {
      throw none("pod", part);
    }
    if (processes != null && processes > pods.size()) {
      throw new PartFailure(
          "%s has %s processes, and %s are asked for"
              .formatted(part.name(), pods.size(), processes),
          null);
    }
    List<Pod> some = pods.subList(0, processes == null ? pods.size() : processes);
    Set<String> gone =
        some.stream().map(each -> each.getMetadata().getUid()).collect(Collectors.toSet());
    asked(
        () ->
            some.forEach(
                each ->
                    client
                        .pods()
                        .inNamespace(namespace)
                        .withName(each.getMetadata().getName())
                        .withGracePeriod(atOnce ? 0 : -1)
                        .delete()));
    await(
        part,
        () -> {
          List<Pod> now = pods(part);
          return now.stream().noneMatch(each -> gone.contains(each.getMetadata().getUid()))
              && ready(now) >= pods.size();
        });
    return null;
  }

  private void awaitReady(TargetPart part, int count) throws PartFailure, InterruptedException {
    await(
        part,
        () -> {
          List<Pod> now = pods(part);
          return now.size() == count && ready(now) == count;
        });
  }

  private static long ready(List<Pod> pods) {
    return pods.stream()
        .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
        .filter(each -> each.getStatus() != null && each.getStatus().getConditions() != null)
        .filter(
            each ->
                each.getStatus().getConditions().stream()
                    .anyMatch(
                        one -> one.getType().equals("Ready") && one.getStatus().equals("True")))
        .count();
  }

  /** A look at the cluster. */
  @FunctionalInterface
  private interface Look {
    boolean isSo() throws PartFailure;
  }

  private void await(TargetPart part, Look look) throws PartFailure, InterruptedException {
    long by = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    while (!look.isSo()) {
      if (System.nanoTime() > by) {
        throw new PartFailure(
            "the pods of %s are not ready after %s s".formatted(part.name(), LONGEST_SECONDS),
            null);
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private List<Pod> pods(TargetPart part) throws PartFailure {
    try {
      return client
          .pods()
          .inNamespace(namespace)
          .withLabelSelector(part.labels())
          .list()
          .getItems()
          .stream()
          .filter(each -> each.getMetadata().getDeletionTimestamp() == null || isHere(each))
          .sorted(Comparator.comparing(each -> each.getMetadata().getName()))
          .toList();
    } catch (KubernetesClientException e) {
      throw refused(e);
    }
  }

  private static boolean isHere(Pod pod) {
    return pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
  }

  private Map<Workload, Integer> workloads(TargetPart part) throws PartFailure {
    Map<Workload, Integer> found = new LinkedHashMap<>();
    client
        .apps()
        .deployments()
        .inNamespace(namespace)
        .withLabelSelector(part.labels())
        .list()
        .getItems()
        .forEach(each -> found.put(workload(each), each.getSpec().getReplicas()));
    client
        .apps()
        .statefulSets()
        .inNamespace(namespace)
        .withLabelSelector(part.labels())
        .list()
        .getItems()
        .forEach(each -> found.put(workload(each), each.getSpec().getReplicas()));
    if (found.isEmpty()) {
      throw none("Deployment and no StatefulSet", part);
    }
    return found;
  }

  private static Workload workload(HasMetadata object) {
    return new Workload(object.getKind(), object.getMetadata().getName());
  }

  private Scalable<?> of(Workload each) {
    return each.kind.equals("Deployment")
        ? client.apps().deployments().inNamespace(namespace).withName(each.name)
        : client.apps().statefulSets().inNamespace(namespace).withName(each.name);
  }

  private PartFailure none(String what, TargetPart part) {
    return new PartFailure(
        "namespace %s has no %s with labels %s".formatted(namespace, what, part.labels()), null);
  }

  /** A request to the cluster. */
  @FunctionalInterface
  private interface ClusterRequest {
    void send() throws PartFailure;
  }

  private static void asked(ClusterRequest request) throws PartFailure {
    try {
      request.send();
    } catch (KubernetesClientException e) {
      throw refused(e);
    }
  }

  private static PartFailure refused(KubernetesClientException e) {
    return new PartFailure("the cluster refuses: " + OneLine.of(e), null);
  }

  @Override
  public void close() {
    client.close();
  }
}
