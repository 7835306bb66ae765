// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.progress.ToolEvent;
import io.fleetload.tool.Sentences;
import io.fleetload.tool.ToolEvents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The logs of the tools in a run's pods, as text for people; the tools themselves write JSON. */
final class PodLogs {
  private static final int LAST_LINES = 40;

  /** A tool says every second how far it is, of which the last is enough. */
  private static final int LAST_SAID = 200;

  private final LoadNamespace namespace;
  private final Consumer<String> say;

  PodLogs(LoadNamespace namespace, Consumer<String> say) {
    this.namespace = namespace;
    this.say = say;
  }

  /** Says the end of a pod's log. */
  void sayEndOf(Pod pod) {
    sayEach(pod, true);
  }

  /** Says the logs of pods. */
  void sayAll(List<Pod> pods) {
    pods.forEach(each -> sayEach(each, false));
  }

  private void sayEach(Pod pod, boolean endOnly) {
    for (String tool : begun(pod)) {
      try {
        List<String> log =
            endOnly
                ? end(namespace.container(pod, tool).tailingLines(LAST_SAID).getLog())
                : namespace.container(pod, tool).getLog().lines().flatMap(PodLogs::shown).toList();
        log.forEach(line -> say.accept(pod.getMetadata().getName() + ": " + line));
      } catch (KubernetesClientException e) {
        say.accept("no log of %s: %s".formatted(pod.getMetadata().getName(), OneLine.of(e)));
      }
    }
  }

  private static List<String> end(String log) {
    List<String> lines = log.lines().toList();
    List<String> shown =
        IntStream.range(0, lines.size())
            .filter(i -> i == lines.size() - 1 || !isProgress(lines.get(i)))
            .mapToObj(lines::get)
            .flatMap(PodLogs::shown)
            .toList();
    return shown.subList(Math.max(0, shown.size() - LAST_LINES), shown.size());
  }

  private static boolean isProgress(String line) {
    return ToolEvents.read(line)
        .filter(
            each -> each instanceof ToolEvent.Progress || each instanceof ToolEvent.WorkProgress)
        .isPresent();
  }

  private static Stream<String> shown(String line) {
    ToolEvent event = ToolEvents.read(line).orElse(null);
    return event == null
        ? Stream.of(line)
        : event instanceof ToolEvent.Silence ? Stream.empty() : Sentences.of(event).lines();
  }

  /** Writes each pod's log to a file of its name. */
  void keep(List<Pod> pods, Path directory) {
    for (Pod pod : pods) {
      String name = pod.getMetadata().getName();
      for (String tool : begun(pod)) {
        try (InputStream log = namespace.container(pod, tool).getLogInputStream();
            BufferedReader lines =
                new BufferedReader(new InputStreamReader(log, StandardCharsets.UTF_8))) {
          Files.createDirectories(directory);
          try (PrintWriter file =
              new PrintWriter(Files.newBufferedWriter(directory.resolve(name + ".log")))) {
            lines.lines().flatMap(PodLogs::shown).forEach(file::println);
          }
        } catch (IOException | UncheckedIOException | KubernetesClientException e) {
          say.accept("the log of %s is not kept: %s".formatted(name, OneLine.of(e)));
        }
      }
    }
  }

  /** The tools of a pod that have run; of others, and from a node that is gone, there is no log. */
  private static List<String> begun(Pod pod) {
    if (PodTrouble.isLost(pod)) {
      return List.of();
    }
    return pod.getStatus().getContainerStatuses().stream()
        .filter(each -> each.getState() != null && each.getState().getWaiting() == null)
        .map(ContainerStatus::getName)
        .filter(each -> !each.equals(BackendResults.KEEPER))
        .toList();
  }
}
