// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.cost.TargetCost;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.Health;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.ledger.CommandLedger;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.ledger.LedgerTotal;
import io.fleetload.results.ledger.WorstDevices;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.ShardFigures;
import io.fleetload.results.session.AnnouncedSessions;
import io.fleetload.results.time.MeasureEnd;
import io.fleetload.results.time.WarmUpEnd;
import io.fleetload.results.verdict.BrokenOff;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.results.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of a run: both halves of the books joined, the figures, the verdict.
 *
 * @param identity which run it is of
 * @param verdict what it says
 * @param figures what was measured
 * @param health how well the backend simulator and the host did their part
 * @param milestones when the run began, measured and ended otherwise than at its times
 * @param thresholds each threshold of the profile and each default with what was found
 * @param target what the run cost; absent where nothing was watched
 * @param firstMeasuredSecond where in the courses of the flows the measured phase begins
 * @param clock how far the clocks of the two sides are apart; absent without an answered command
 * @param worstDevices the devices with the most trouble, ten at most
 * @param about what was run where
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder("$schema")
public record Result(
    @JsonUnwrapped Identity identity,
    @RequiredPart Verdict verdict,
    @JsonUnwrapped Figures figures,
    Health health,
    @JsonUnwrapped Milestones milestones,
    List<ThresholdOutcome> thresholds,
    TargetCost target,
    Integer firstMeasuredSecond,
    DeviceClocks.ClockFigures clock,
    List<WorstDevices.Device> worstDevices,
    @JsonUnwrapped About about) {

  /** The format that this version writes. */
  public static final int VERSION = 2;

  /** The file's name in the run's directory. */
  public static final String FILE = "result.json";

  /**
   * Names the schema of this format: the {@code $id} of {@code docs/reference/result.schema.json}.
   * A name and no address, because a result outlives the place where its schema lies.
   */
  public static final String SCHEMA = "urn:fleetload:result:" + VERSION;

  /** Says in the file itself which schema describes it; a file without it is an older one. */
  @JsonProperty(value = "$schema", access = JsonProperty.Access.READ_ONLY)
  public String schema() {
    return SCHEMA;
  }

  /**
   * Units of the figures with names that do not say their unit, by path; {@code *} is every key.
   */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public Map<String, String> units() {
    return FigureCatalogue.units();
  }

  /**
   * Identity of the run that a result is of.
   *
   * @param version format of the file
   * @param runId identifies the run on the wire
   * @param run the profile's {@code run.name}
   * @param complete whether the run went to its end, which a threshold with {@code abort} may bring
   *     about before its time; false where it was killed or interrupted
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Identity(int version, String runId, @RequiredPart String run, boolean complete) {

    private static Identity of(DeviceBook device, BackendBook backend) {
      return new Identity(
          VERSION,
          device.runId(),
          device.runName(),
          device.complete()
              && (backend == null ? !device.needsBackend() : backend.reading().complete()));
    }
  }

  /**
   * The figures of a run.
   *
   * @param measuredSeconds length of the measured phase, in s
   * @param phases the phases with their times
   * @param devices the connections
   * @param flows by flow name
   * @param tenants how each tenant was served, by tenant; absent where there is only one
   * @param groups what became of each group of devices, by group; absent of a fleet without groups
   * @param commands the legs of the commands; absent without command queries
   * @param ledger the sum over flows; absent without a backend that read everything
   * @param generator how well the device simulator kept time
   * @param shards what each shard did, by its number from 1; absent of a run that was not split
   * @param target what the target did beside the messages
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Figures(
      double measuredSeconds,
      List<DeviceBook.PhaseTimes> phases,
      Connections devices,
      @RequiredPart Map<String, FlowResult> flows,
      Map<String, TenantResult> tenants,
      Map<String, GroupResult> groups,
      CommandLedger commands,
      LedgerTotal ledger,
      GeneratorHealth generator,
      Map<String, ShardFigures> shards,
      @JsonUnwrapped @RequiredPart TargetFigures target) {

    private static Figures of(DeviceBook device, BackendBook backend, BooksEnd end) {
      Map<String, FlowResult> flows = new LinkedHashMap<>();
      device
          .flows()
          .forEach(
              (name, flow) ->
                  flows.put(name, FlowResult.of(flow, arrived(backend, name, flow, end), device)));
      CommandLedger commands = CommandLedger.of(device, backend, end);
      List<Ledger> parts =
          flows.values().stream().map(FlowResult::ledger).filter(each -> each != null).toList();
      return new Figures(
          device.timeline().measuredSeconds(),
          device.timeline().phases(),
          Connections.of(device),
          flows,
          TenantResult.of(device, backend, end),
          GroupResult.of(device, backend, end),
          commands,
          end == BooksEnd.UNKNOWN
              ? null
              : LedgerTotal.of(
                  parts,
                  end == BooksEnd.SAME
                      ? Long.valueOf(commands == null ? 0 : commands.unaccounted())
                      : null,
                  strangers(flows, backend),
                  backend),
          device.generatorBook().health(),
          ShardLosses.of(device, backend, end),
          TargetFigures.of(device, backend, end));
    }
  }

  /**
   * Figures of what the target did beside the messages.
   *
   * @param announcements what it announced of the sessions, by its word for it; absent where it
   *     announces nothing, and where the books did not go to the same end
   * @param disturb what was done to it on purpose, and what came of that, by name; absent where the
   *     profile asks for nothing
   * @param limits limits that the profile expects, and whether it kept them, by their kind; absent
   *     where the profile expects none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TargetFigures(
      Map<String, AnnouncedSessions.SessionsOfKind> announcements,
      Map<String, DisturbanceResult> disturb,
      Map<String, LimitResult> limits) {

    private static TargetFigures of(DeviceBook device, BackendBook backend, BooksEnd end) {
      return new TargetFigures(
          end == BooksEnd.SAME && backend != null
              ? AnnouncedSessions.of(
                  device.sessions(),
                  backend.announcements(),
                  backend.clocks(),
                  device.timeline().endEpochMs())
              : null,
          DisturbanceResult.of(device, backend, end),
          LimitResult.of(device, backend, end));
    }
  }

  /**
   * Events of a run at times that its phases do not say.
   *
   * @param aborted the threshold that ended the run early; absent where none did
   * @param start the time at which the flows were to begin; absent where none was agreed
   * @param warmUp how the warm-up ended; absent where measuring did not begin
   * @param measureEnd how a measured phase until a precision ended; absent of one of a fixed length
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Milestones(
      AbortReason aborted, AgreedStart start, WarmUpEnd warmUp, MeasureEnd measureEnd) {

    private static Milestones of(RunTimeline timeline) {
      return new Milestones(
          timeline.aborted(), timeline.start(), timeline.warmUp(), timeline.measure());
    }
  }

  /**
   * The profile of the run, the versions and the host.
   *
   * @param profile the profile, secrets removed
   * @param versions of the tool, Java and the operating system, and which target it was
   * @param host of the machine that ran it
   * @param labels the user's own words on the run, by key; absent if the user gave none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record About(
      JsonNode profile,
      Map<String, String> versions,
      Map<String, Long> host,
      Map<String, String> labels) {

    /** Among the versions: which target it was and where it ran. */
    public static final String TARGET = "target";

    private static final About UNKNOWN = new About(null, null, null);

    /** Of a run without labels. */
    public About(JsonNode profile, Map<String, String> versions, Map<String, Long> host) {
      this(profile, versions, host, null);
    }

    /** The same with the user's labels; with none it stays as it is. */
    public About with(Map<String, String> given) {
      return given == null || given.isEmpty() ? this : new About(profile, versions, host, given);
    }
  }

  /**
   * All that a result has beside its figures and its identity, as merging takes it from the results
   * of shards.
   *
   * @param thresholds each with what was found
   * @param health as in the result
   * @param about as in the result
   */
  public record Judgement(
      @RequiredPart List<ThresholdOutcome> thresholds, Health health, @JsonUnwrapped About about) {}

  /**
   * Joins the books of a run and judges it.
   *
   * @param device the device side's half
   * @param backend the backend's half, or null if none was written
   * @param thresholds the profile's thresholds
   */
  public static Result join(DeviceBook device, BackendBook backend, List<Threshold> thresholds) {
    return join(device, backend, thresholds, null, null);
  }

  /**
   * Joins the books of a run and judges it. If the backend did not read to the end, it is unknown
   * what was lost, and the result does not say.
   *
   * @param device the device side's half
   * @param backend the backend's half, or null if none was written
   * @param thresholds the profile's thresholds
   * @param baseline the run that they compare with, or null
   * @param host what the host did beside the run, or null if no campaign watched it
   */
  public static Result join(
      DeviceBook device,
      BackendBook backend,
      List<Threshold> thresholds,
      Baseline baseline,
      HostLoad host) {
    BooksEnd end = BooksEnd.of(device, backend);
    Result joined =
        new Result(
            Identity.of(device, backend),
            null,
            Figures.of(device, backend, end),
            null,
            Milestones.of(device.timeline()),
            List.of(),
            null,
            firstMeasuredSecond(device),
            clock(backend),
            worst(device, backend, end),
            About.UNKNOWN);
    Result unjudged = joined.with(backend, host, Set.copyOf(device.answers().values()));
    ThresholdJudge judge = new ThresholdJudge(ResultFiles.tree(unjudged), device, baseline);
    List<ThresholdOutcome> outcomes = new ArrayList<>(judge.judge(thresholds));
    outcomes.addAll(judge.defaultsBeside(thresholds));
    return unjudged.judged(Judge.verdict(unjudged, device, backend, outcomes), outcomes);
  }

  private static FlowResult.FlowArrival arrived(
      BackendBook backend, String name, DeviceBook.DeviceFlow flow, BooksEnd end) {
    return backend == null || flow.terms().deviceOnly()
        ? null
        : new FlowResult.FlowArrival(
            backend.flow(name),
            backend.commands(name).refused(),
            end,
            backend.clocks().errorMillis());
  }

  /** Counts the messages that the backend received of flows that the devices do not have. */
  private static long strangers(Map<String, FlowResult> flows, BackendBook backend) {
    return backend == null
        ? 0
        : backend.flows().entrySet().stream()
            .filter(each -> !flows.containsKey(each.getKey()))
            .mapToLong(
                each -> each.getValue().warmUp().records() + each.getValue().measured().records())
            .sum();
  }

  private Result judged(Verdict judged, List<ThresholdOutcome> outcomes) {
    return with(health, judged, outcomes, target, about);
  }

  private Result with(BackendBook backend, HostLoad beside, Set<String> queries) {
    GeneratorHealth received =
        backend == null || backend.health() == null ? null : backend.health().said();
    List<String> notes =
        new ArrayList<>(new StallNotes(this, queries).of(figures.generator, received));
    if (received != null) {
      notes.addAll(received.notes());
      received = received.with(List.of());
    }
    return with(
        new Health(received, beside, List.copyOf(notes)), verdict, thresholds, target, about);
  }

  /**
   * The same result of a run that broke off. One that came to its end all the same, and of which
   * everything was read, stays as it is.
   */
  public Result with(BrokenOff early) {
    boolean behind = verdict.code() == ExitCode.BACKEND_BEHIND;
    if (!behind && (identity.complete || early.code() == ExitCode.INTERRUPTED)) {
      return this;
    }
    List<String> reasons = new ArrayList<>();
    reasons.add(early.why());
    reasons.addAll(verdict.reasons());
    return judged(Verdict.of(early.code(), reasons), thresholds);
  }

  /** The same result with what the run cost. */
  public Result with(TargetCost cost) {
    return with(health, verdict, thresholds, cost, about());
  }

  /** The target that was tested and the place where it ran; null if not known. */
  public String testedTarget() {
    return about.versions == null ? null : about.versions.get(About.TARGET);
  }

  /** The same result with what was run where. */
  public Result with(About whatAndWhere) {
    return with(health, verdict, thresholds, target, whatAndWhere);
  }

  /** The figures as they are, with what becomes known after them. */
  private Result with(
      Health others,
      Verdict judged,
      List<ThresholdOutcome> outcomes,
      TargetCost cost,
      About whatAndWhere) {
    return new Result(
        identity,
        judged,
        figures,
        others,
        milestones,
        outcomes,
        cost,
        firstMeasuredSecond,
        clock,
        worstDevices,
        whatAndWhere);
  }

  private static Integer firstMeasuredSecond(DeviceBook device) {
    long flowsBegan = 0;
    for (DeviceBook.PhaseTimes phase : device.timeline().phases()) {
      if (phase.name().equals("measure")) {
        long began = flowsBegan == 0 ? phase.startEpochMs() : flowsBegan;
        return (int) ((phase.startEpochMs() - began) / 1_000);
      }
      if (!phase.name().equals("connect") && flowsBegan == 0) {
        flowsBegan = phase.startEpochMs();
      }
    }
    return null;
  }

  private static DeviceClocks.ClockFigures clock(BackendBook backend) {
    return backend == null ? null : backend.clocks().figures();
  }

  /**
   * The devices with the most trouble. Lost messages are known only where the backend read
   * everything.
   */
  private static List<WorstDevices.Device> worst(
      DeviceBook device, BackendBook backend, BooksEnd end) {
    WorstDevices worst =
        device.groups() == null
            ? new WorstDevices()
            : new WorstDevices(
                device.ranges(), device.groups().stream().map(GroupBook::name).toList());
    device
        .flows()
        .forEach(
            (name, flow) ->
                worst.add(
                    flow,
                    end == BooksEnd.UNKNOWN || flow.terms().deviceOnly()
                        ? null
                        : backend.flow(name)));
    return worst.worst();
  }
}
