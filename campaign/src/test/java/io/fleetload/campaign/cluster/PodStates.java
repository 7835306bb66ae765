// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;

/** What Kubernetes says of pods. */
final class PodStates {
  private PodStates() {}

  /** The same with one more container. */
  static PodStatusBuilder with(PodStatusBuilder pod, String container, ContainerState state) {
    return pod.addNewContainerStatus()
        .withName(container)
        .withReady(state.getRunning() != null)
        .withState(state)
        .endContainerStatus();
  }

  static PodStatusBuilder running(String... containers) {
    PodStatusBuilder pod = new PodStatusBuilder().withPhase("Running");
    for (String each : containers) {
      with(pod, each, new ContainerStateBuilder().withNewRunning().endRunning().build());
    }
    return pod;
  }

  static ContainerState ended(int code, String reason) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(code)
        .withReason(reason)
        .endTerminated()
        .build();
  }

  static ContainerState waiting(String reason, String message) {
    return new ContainerStateBuilder()
        .withNewWaiting()
        .withReason(reason)
        .withMessage(message)
        .endWaiting()
        .build();
  }
}
