package io.fleetload.progress;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Map;

/**
 * What a running tool tells the one who started it: one line of JSON each on its standard output,
 * when it was started with {@code --json}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ToolEvent.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = ToolEvent.Progress.class, name = "progress"),
  @JsonSubTypes.Type(value = ToolEvent.Said.class, name = "said"),
  @JsonSubTypes.Type(value = ToolEvent.Problem.class, name = "problem")
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ToolEvent {

  /**
   * The tool is ready for what it is there for.
   *
   * @param tool the tool's name
   */
  record Ready(String tool) implements ToolEvent {}

  /**
   * How far it is.
   *
   * @param tool the tool's name
   * @param phase the phase it is in
   * @param secondsLeft time left of the phase, in s; null where nobody knows
   * @param flows by flow name
   */
  record Progress(String tool, String phase, Double secondsLeft, Map<String, Flow> flows)
      implements ToolEvent {}

  /**
   * A sentence for people.
   *
   * @param tool the tool's name
   * @param text one line
   */
  record Said(String tool, String text) implements ToolEvent {}

  /**
   * What was wrong, before the tool ends.
   *
   * @param tool the tool's name
   * @param exitCode the exit code that goes with it
   * @param text what is wrong, where, what to do; one line a problem
   */
  record Problem(String tool, int exitCode, String text) implements ToolEvent {}

  /**
   * A flow in the last second.
   *
   * @param asked rate asked for in the current phase, msg/s; null for a flow that only answers
   * @param reached messages sent in the last second, msg/s
   * @param failed messages failed so far
   * @param inFlight messages without an outcome now
   * @param p99Ms 99th percentile of the response time in the last second, ms
   */
  record Flow(Double asked, double reached, long failed, long inFlight, double p99Ms) {}
}
