// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fleetload.campaign.view.ShardsSoFar;
import io.fleetload.campaign.view.TargetWatch;
import io.fleetload.process.TargetException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.ToolEvents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Progress of the tools in the pods of a run, read from their logs. Each side is reported as if it
 * were one process. If a log cannot be followed, the next look tries again. A simulator with an
 * empty log still counts as one that hears from the target.
 */
final class PodEvents implements Lookout.PodListener, AutoCloseable {
  private final LoadNamespace namespace;
  private final Map<String, ShardsSoFar> sides;
  private final Teller teller;
  private final TargetWatch target;
  private final Clock clock;
  private final Map<String, Long> silentSince = new ConcurrentHashMap<>();
  private final Map<String, LogWatch> followed = new ConcurrentHashMap<>();
  private final Set<String> busy = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Follows none yet.
   *
   * @param gone how long all simulators may hear nothing of the target; zero for any time
   */
  PodEvents(
      LoadNamespace namespace, ClusterOrder order, Duration gone, Clock clock, Teller teller) {
    this.namespace = namespace;
    this.clock = clock;
    this.target = new TargetWatch(gone, clock);
    expect(Manifests.DEVICES, order.shards());
    expect(Manifests.BACKEND, order.backends());
    this.sides =
        Map.of(
            Manifests.DEVICES, new ShardsSoFar(order.shards()),
            Manifests.BACKEND, new ShardsSoFar(order.backends()));
    this.teller = teller;
  }

  private void expect(String tool, int count) {
    for (int index = 0; index < count; index++) {
      target.simulator(simulator(tool, index));
    }
  }

  private static String simulator(String tool, int index) {
    return tool + "-" + index;
  }

  @Override
  public void check() throws TargetException {
    String gone = target.gone().getNow(null);
    if (gone != null) {
      throw new TargetException(ExitCode.TARGET_GONE, gone);
    }
  }

  /** Follows the pods that run and are not followed yet. */
  @Override
  public void saw(List<Pod> pods) {
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

  /**
   * Passes on progress and work. Other events are in the tools' logs, and the verdict is printed
   * from the result.
   */
  private void saw(String tool, int index, ToolEvent event) {
    if (event instanceof ToolEvent.WorkProgress) {
      teller.tell(event);
    } else if (event instanceof ToolEvent.Progress progress && sides.containsKey(tool)) {
      sides.get(tool).saw(index, progress).ifPresent(teller::tell);
    } else if (event instanceof ToolEvent.Silence silence) {
      heard(simulator(tool, index), silence);
    }
  }

  /** Since when it is silent is counted by this host's clock: a node's may be another. */
  private void heard(String simulator, ToolEvent.Silence said) {
    Long since = null;
    if (said.sinceEpochMs() == null) {
      silentSince.remove(simulator);
    } else {
      since = silentSince.computeIfAbsent(simulator, each -> clock.millis());
    }
    target.saw(simulator, new ToolEvent.Silence(said.tool(), since));
  }

  @Override
  public void close() {
    closed = true;
    followed.values().forEach(LogWatch::close);
  }
}
