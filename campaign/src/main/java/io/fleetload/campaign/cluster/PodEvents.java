// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fleetload.campaign.view.ShardsSoFar;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.tool.ToolEvents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How far the tools in the pods of a run are, from their logs: told as if each side were one
 * process. Nothing depends on it: a log that cannot be followed is followed again at the next look.
 */
final class PodEvents implements AutoCloseable {
  private final LoadNamespace namespace;
  private final Map<String, ShardsSoFar> sides;
  private final Teller teller;
  private final Map<String, LogWatch> followed = new ConcurrentHashMap<>();
  private final Set<String> busy = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  PodEvents(LoadNamespace namespace, ClusterOrder order, Teller teller) {
    this.namespace = namespace;
    this.sides =
        Map.of(
            Manifests.DEVICES, new ShardsSoFar(order.shards()),
            Manifests.BACKEND, new ShardsSoFar(order.backends()));
    this.teller = teller;
  }

  /** Follows the pods that run and are not followed yet. */
  void follow(List<Pod> pods) {
    for (Pod pod : pods) {
      String tool = pod.getMetadata().getLabels().get(RunMarks.TOOL);
      String name = pod.getMetadata().getName();
      if (runs(pod, tool) && !closed && busy.add(name)) {
        Thread reader = new Thread(() -> read(pod, tool), "log-of-" + name);
        reader.setDaemon(true);
        reader.start();
      }
    }
  }

  private static boolean runs(Pod pod, String tool) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(each -> each.getName().equals(tool))
        .map(ContainerStatus::getState)
        .anyMatch(each -> each != null && each.getRunning() != null);
  }

  private void read(Pod pod, String tool) {
    String name = pod.getMetadata().getName();
    try (LogWatch log = namespace.container(pod, tool).tailingLines(1).watchLog();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(log.getOutput(), StandardCharsets.UTF_8))) {
      followed.put(name, log);
      for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
        ToolEvents.read(line).ifPresent(event -> saw(tool, LoadNamespace.index(pod), event));
      }
    } catch (IOException | KubernetesClientException e) {
      // The run goes on without.
    } finally {
      followed.remove(name);
      busy.remove(name);
    }
  }

  /** What else the tools say is in their logs; the verdict is said of the result. */
  private void saw(String tool, int index, ToolEvent event) {
    if (event instanceof ToolEvent.Work) {
      teller.tell(event);
    } else if (event instanceof ToolEvent.Progress progress && sides.containsKey(tool)) {
      sides.get(tool).saw(index, progress).ifPresent(teller::tell);
    }
  }

  @Override
  public void close() {
    closed = true;
    followed.values().forEach(LogWatch::close);
  }
}
