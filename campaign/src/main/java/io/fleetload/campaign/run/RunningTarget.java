// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * An embedded target that another command started and will stop. A run treats it as one of its own.
 *
 * @param line the line that it printed when it was ready
 * @param process its process, or null if the line does not name it
 */
public record RunningTarget(String line, ProcessHandle process) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads what it printed.
   *
   * @throws UsageException if that is no such line, or of a target that the profile does not ask
   *     for, or if the process is gone
   */
  public static RunningTarget read(Path file, Scenario scenario) throws UsageException {
    Target target = scenario.run().target();
    if (!target.embedded()) {
      throw new UsageException(
          "--running: the profile's target is external; run it without --running, or with an"
              + " embedded target");
    }
    String wanted = target.launch().process();
    String line = new UserFile("--running", file).text(UserFile.SHORT);
    JsonNode said;
    try {
      said = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw none(file, wanted);
    }
    if (!said.path("event").asText().equals("ready")) {
      throw none(file, wanted);
    }
    String found = said.path("tool").asText();
    if (!found.equals(wanted)) {
      throw new UsageException(
          "--running: %s is of %s, and the profile's target is %s".formatted(file, found, wanted));
    }
    return new RunningTarget(line, process(said.path("pid"), wanted));
  }

  private static UsageException none(Path file, String wanted) {
    return new UsageException(
        "--running: %s is not what %s prints when it is ready, expected one line of JSON"
            .formatted(file, wanted));
  }

  private static ProcessHandle process(JsonNode pid, String name) throws UsageException {
    if (!pid.isIntegralNumber()) {
      return null;
    }
    return ProcessHandle.of(pid.asLong())
        .orElseThrow(
            () ->
                new UsageException(
                    "--running: %s has ended: there is no process %s"
                        .formatted(name, pid.asLong())));
  }

  /** The target as a run uses it. */
  ReadyTarget of(Target target) {
    Launch launch = target.launch();
    CompletableFuture<String> death = new CompletableFuture<>();
    if (process != null) {
      var unused =
          process.onExit().thenRun(() -> death.complete(launch.process() + " ended unexpectedly"));
    }
    return ReadyTarget.embedded(
        launch.process(), process, target, ReadyTarget.of(launch, line), () -> {}, death);
  }
}
