// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.part;

import io.fleetload.pack.TargetPart;
import java.util.ArrayList;
import java.util.List;

/**
 * Parts of a target that Docker Compose runs on this host. They are found by the labels that
 * Compose gives its containers, so that neither its file nor what the file takes from the
 * environment is needed.
 */
public final class ComposeParts implements TargetParts {
  private final String project;
  private final PartCommand docker;

  /** Of a project. */
  public ComposeParts(String project, PartCommand docker) {
    this.project = project;
    this.docker = docker;
  }

  @Override
  public String place() {
    return "compose";
  }

  @Override
  public Integer restart(TargetPart part, Integer processes)
      throws PartFailure, InterruptedException {
    return run("restart", containers(part));
  }

  @Override
  public Integer end(TargetPart part) throws PartFailure, InterruptedException {
    return run("stop", containers(part));
  }

  @Override
  public Integer begin(TargetPart part) throws PartFailure, InterruptedException {
    return run("start", containers(part));
  }

  @Override
  public Integer kill(TargetPart part, Integer processes) throws PartFailure, InterruptedException {
    List<String> containers = containers(part);
    var unused = run("kill", containers);
    return run("start", containers);
  }

  private Integer run(String what, List<String> containers)
      throws PartFailure, InterruptedException {
    List<String> words = new ArrayList<>(List.of("docker", what));
    words.addAll(containers);
    return docker.run(words);
  }

  private List<String> containers(TargetPart part) throws PartFailure, InterruptedException {
    List<String> containers = new ArrayList<>();
    for (String service : part.compose()) {
      List<String> found =
          docker.lines(
              List.of(
                  "docker",
                  "ps",
                  "--all",
                  "--quiet",
                  "--filter",
                  "label=com.docker.compose.project=" + project,
                  "--filter",
                  "label=com.docker.compose.service=" + service));
      if (found.isEmpty()) {
        throw new PartFailure(
            "project %s has no container of service %s; docker compose ls and ps show what is there"
                .formatted(project, service),
            null);
      }
      containers.addAll(found);
    }
    return containers;
  }
}
