// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.part;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.pack.TargetPart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Parts of a target that is one process of this host, which takes commands on its input. */
public final class EmbeddedParts implements TargetParts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LONGEST_SECONDS = 60;

  private final ToolProcess target;

  /** Of a process that was started for the run. */
  public EmbeddedParts(ToolProcess target) {
    this.target = target;
  }

  @Override
  public String place() {
    return "embedded";
  }

  @Override
  public Integer restart(TargetPart part, Integer processes)
      throws PartFailure, InterruptedException {
    return ask("restart", part);
  }

  @Override
  public Integer end(TargetPart part) throws PartFailure, InterruptedException {
    return ask("end", part);
  }

  @Override
  public Integer begin(TargetPart part) throws PartFailure, InterruptedException {
    return ask("begin", part);
  }

  private Integer ask(String what, TargetPart part) throws PartFailure, InterruptedException {
    Map<String, Object> command = new LinkedHashMap<>();
    command.put("do", what);
    command.put("parts", part.embedded());
    String problem;
    try {
      problem = target.ask(JSON.writeValueAsString(command)).get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new PartFailure(
          "%s did not do it within %s s".formatted(target.name(), LONGEST_SECONDS), null);
    } catch (ExecutionException | JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    if (problem != null) {
      throw new PartFailure(problem, null);
    }
    return null;
  }
}
