// SPDX-License-Identifier: EPL-2.0
package io.fleetload.progress;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Map;

/**
 * An event that a running tool reports to its parent: one line of JSON each on its standard output,
 * when it was started with {@code --json}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ToolEvent.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = ToolEvent.Progress.class, name = "progress"),
  @JsonSubTypes.Type(value = ToolEvent.WorkProgress.class, name = "work"),
  @JsonSubTypes.Type(value = ToolEvent.StartWait.class, name = "waiting"),
  @JsonSubTypes.Type(value = ToolEvent.Silence.class, name = "silence"),
  @JsonSubTypes.Type(value = ToolEvent.PartChange.class, name = "disturbed"),
  @JsonSubTypes.Type(value = ToolEvent.Sentence.class, name = "said"),
  @JsonSubTypes.Type(value = ToolEvent.Problem.class, name = "problem"),
  @JsonSubTypes.Type(value = ToolEvent.Begin.class, name = "begin"),
  @JsonSubTypes.Type(value = ToolEvent.End.class, name = "end")
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ToolEvent {

  /**
   * The tool is ready for what it is there for.
   *
   * @param tool the tool's name
   * @param target what the target says that it is; null of a tool that did not ask
   */
  record Ready(String tool, String target) implements ToolEvent {}

  /**
   * Progress of the tool.
   *
   * @param tool the tool's name
   * @param phase the phase it is in
   * @param secondsLeft time left of the phase, in s; null if unknown
   * @param flows by flow name
   * @param phaseSeconds length of the phase, in s; null if unknown
   * @param devices the fleet so far; null of a tool that has none
   * @param receipts what was received so far; null of a tool that does not receive
   * @param shards how many processes this is the sum of, each percentile the largest of theirs;
   *     null of one process
   */
  record Progress(
      String tool,
      String phase,
      Double secondsLeft,
      Map<String, FlowProgress> flows,
      Double phaseSeconds,
      DeviceProgress devices,
      Receipts receipts,
      Integer shards)
      implements ToolEvent {

    /** Of one process. */
    public Progress(
        String tool,
        String phase,
        Double secondsLeft,
        Map<String, FlowProgress> flows,
        Double phaseSeconds,
        DeviceProgress devices,
        Receipts receipts) {
      this(tool, phase, secondsLeft, flows, phaseSeconds, devices, receipts, null);
    }

    /** Of a tool that has neither devices nor receipts. */
    public Progress(
        String tool, String phase, Double secondsLeft, Map<String, FlowProgress> flows) {
      this(tool, phase, secondsLeft, flows, null, null, null, null);
    }
  }

  /**
   * Progress of a piece of work that has an end.
   *
   * @param tool the tool's name
   * @param what what is worked on
   * @param done how many are done
   * @param of how many there are
   * @param perSecond done in a second, since the work began
   * @param secondsLeft at that rate, in s; null if unknown
   */
  record WorkProgress(
      String tool, String what, long done, long of, double perSecond, Double secondsLeft)
      implements ToolEvent {}

  /**
   * A tool starts and is not ready yet.
   *
   * @param tool the tool's name
   * @param what the parts that it waits for; null if it does not say
   * @param seconds since it was started; null if it reports that itself
   */
  record StartWait(String tool, String what, Long seconds) implements ToolEvent {}

  /**
   * Nothing comes back from the target; said every second while that is so, and once when it is
   * over. Only a program gets this: a tool alone cannot say what it means for the run.
   *
   * @param tool the tool's name
   * @param sinceEpochMs when something came back last, ms since the epoch; null once something does
   *     again
   */
  record Silence(String tool, Long sinceEpochMs) implements ToolEvent {}

  /**
   * A target that was asked to end or begin a part of it has done so. Only a program gets this.
   *
   * @param tool the target's name
   * @param problem why it could not; null if it could
   */
  record PartChange(String tool, String problem) implements ToolEvent {}

  /**
   * A sentence for people.
   *
   * @param tool the tool's name
   * @param text one line
   */
  record Sentence(String tool, String text) implements ToolEvent {}

  /**
   * A problem, before the tool ends.
   *
   * @param tool the tool's name
   * @param exitCode the exit code that goes with it
   * @param text what is wrong, where, what to do; one line a problem
   */
  record Problem(String tool, int exitCode, String text) implements ToolEvent {}

  /**
   * The begin of what {@code loadtest run} or {@code find-limit} was asked for, which was found to
   * be possible.
   *
   * @param version format of these events
   * @param run the profile's {@code run.name}
   * @param pack the pack of the profile
   * @param directory where the results go
   * @param runs how many runs follow each other; of a search, how many probes at most
   * @param devices how many devices the largest run asks for
   * @param seconds the longest that flows and drain of one run take, in s
   */
  record Begin(
      int version,
      String run,
      String pack,
      String directory,
      int runs,
      long devices,
      double seconds)
      implements ToolEvent {
    /** The format that this version writes. */
    public static final int VERSION = 1;

    /** The {@code $id} of the schema of these events. */
    public static final String SCHEMA = "urn:fleetload:events:" + VERSION;
  }

  /**
   * The last event of {@code loadtest run} or {@code find-limit}.
   *
   * @param exitCode what it ends with
   * @param status the word for it
   * @param directory where the results are; null if none were written
   */
  record End(int exitCode, String status, String directory) implements ToolEvent {}

  /**
   * A flow in the last second.
   *
   * @param asked rate asked for since the last such report, msg/s; null if there is no such rate
   * @param reached messages sent in the last second, msg/s
   * @param failed messages failed so far
   * @param inFlight messages without an outcome now
   * @param p99Ms 99th percentile of the response time in the last second, ms; null if no message
   *     had an outcome in it
   */
  record FlowProgress(Double asked, double reached, long failed, long inFlight, Double p99Ms) {}

  /**
   * The fleet so far. Devices behind a gateway share its session.
   *
   * @param asked sessions that the profile asks for
   * @param connected sessions that were opened
   * @param confirmed messages of the whole run that the target confirmed, warm-up included
   * @param lagP99Ms 99th percentile of the generator's lag in the measured phase so far, in ms;
   *     null before it
   * @param lagLimitMs the limit on it, in ms
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DeviceProgress(
      long asked, long connected, long confirmed, Double lagP99Ms, double lagLimitMs) {}

  /**
   * Number of messages that a backend received so far, warm-up included.
   *
   * @param first messages that arrived for the first time
   * @param duplicate further arrivals of these
   * @param outOfOrder first arrivals after a later message of the same device and flow
   */
  record Receipts(long first, long duplicate, long outOfOrder) {}
}
