// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;

/** What the tools in the pods of a run said. */
final class PodLogs {
  private static final int LAST_LINES = 40;

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
        String log =
            endOnly
                ? namespace.container(pod, tool).tailingLines(LAST_LINES).getLog()
                : namespace.container(pod, tool).getLog();
        log.lines().forEach(line -> say.accept(pod.getMetadata().getName() + ": " + line));
      } catch (KubernetesClientException e) {
        say.accept("no log of %s: %s".formatted(pod.getMetadata().getName(), OneLine.of(e)));
      }
    }
  }

  /** Writes each pod's log to a file of its name. */
  void keep(List<Pod> pods, Path directory) {
    for (Pod pod : pods) {
      String name = pod.getMetadata().getName();
      for (String tool : begun(pod)) {
        try (InputStream log = namespace.container(pod, tool).getLogInputStream()) {
          Files.createDirectories(directory);
          Files.copy(log, directory.resolve(name + ".log"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | KubernetesClientException e) {
          say.accept(
              "the log of %s is not kept: %s"
                  .formatted(
                      name,
                      e instanceof KubernetesClientException failure
                          ? OneLine.of(failure)
                          : e.toString()));
        }
      }
    }
  }

  /** The tools of a pod that have run; of others there is no log. */
  private static List<String> begun(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(each -> each.getState() != null && each.getState().getWaiting() == null)
        .map(ContainerStatus::getName)
        .filter(each -> !each.equals(BackendResults.KEEPER))
        .toList();
  }
}
