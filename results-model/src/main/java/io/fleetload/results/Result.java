package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a run: both halves of the books joined, the figures, the verdict.
 *
 * @param version format of this file
 * @param runId identifies the run on the wire
 * @param run the profile's {@code run.name}
 * @param complete whether the run went to its end, which a threshold with {@code abort} may bring
 *     about before its time; false where it was killed or interrupted
 * @param verdict what it says
 * @param measuredSeconds length of the measured phase, in s
 * @param phases the phases with their times
 * @param devices the connections
 * @param flows by flow name
 * @param tenants how each tenant was served, by tenant; absent where there is only one
 * @param commands the legs of the commands; absent without command queries
 * @param ledger the sum over flows; absent without a backend
 * @param generator how well the generator kept time
 * @param aborted the threshold that ended the run early; absent where none did
 * @param start the time at which the flows were to begin; absent where none was agreed
 * @param thresholds each threshold of the profile with what was found
 * @param target what the run cost; absent where nothing was watched
 * @param firstMeasuredSecond where in the courses of the flows the measured phase begins
 * @param clock how far the clocks of the two sides are apart; absent without an answered command
 * @param worstDevices the devices with the most trouble, ten at most
 * @param profile the profile that was run, secrets removed
 * @param versions of the tool, Java and the operating system
 * @param host of the machine that ran it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder("$schema")
public record Result(
    int version,
    String runId,
    String run,
    boolean complete,
    Verdict verdict,
    double measuredSeconds,
    List<DeviceBook.PhaseTimes> phases,
    Connections devices,
    Map<String, FlowResult> flows,
    Map<String, TenantResult> tenants,
    CommandLedger commands,
    Ledger ledger,
    GeneratorHealth generator,
    Aborted aborted,
    AgreedStart start,
    List<ThresholdOutcome> thresholds,
    TargetCost target,
    Integer firstMeasuredSecond,
    ClockOffset.Figures clock,
    List<WorstDevices.Device> worstDevices,
    JsonNode profile,
    Map<String, String> versions,
    Map<String, Long> host) {

  /** The format that this version writes. */
  public static final int VERSION = 1;

  /** The file's name in the run's directory. */
  public static final String FILE = "result.json";

  /**
   * Names the schema of this format: the {@code $id} of {@code docs/result.schema.json}. A name and
   * no address, because a result outlives the place where its schema lies.
   */
  public static final String SCHEMA = "urn:fleetload:result:" + VERSION;

  /** Says in the file itself which schema describes it; a file without it is an older one. */
  @JsonProperty(value = "$schema", access = JsonProperty.Access.READ_ONLY)
  public String schema() {
    return SCHEMA;
  }

  /**
   * What was run where.
   *
   * @param profile the profile, secrets removed
   * @param versions of the tool, Java and the operating system
   * @param host of the machine that ran it
   */
  public record About(JsonNode profile, Map<String, String> versions, Map<String, Long> host) {}

  /** Which flows are the legs of a command. */
  public record CommandFlows(String query, String answer) {}

  /**
   * Joins the books of a run and judges it.
   *
   * @param device the device side's half
   * @param backend the backend's half, or null where none was written
   * @param legs which flows are queries and answers
   * @param thresholds the profile's thresholds
   */
  public static Result join(
      DeviceBook device, BackendBook backend, CommandFlows legs, List<Threshold> thresholds) {
    return join(device, backend, legs, thresholds, null);
  }

  /**
   * Joins the books of a run and judges it.
   *
   * @param device the device side's half
   * @param backend the backend's half, or null where none was written
   * @param legs which flows are queries and answers
   * @param thresholds the profile's thresholds
   * @param baseline the run that they compare with, or null
   */
  public static Result join(
      DeviceBook device,
      BackendBook backend,
      CommandFlows legs,
      List<Threshold> thresholds,
      Baseline baseline) {
    Map<String, FlowResult> flows = new LinkedHashMap<>();
    device
        .flows()
        .forEach(
            (name, flow) ->
                flows.put(
                    name,
                    FlowResult.of(
                        flow,
                        backend == null ? null : backend.flow(name),
                        device.measuredSeconds())));
    CommandLedger commands = commands(device, backend, legs);
    List<Ledger> parts =
        flows.values().stream().map(FlowResult::ledger).filter(each -> each != null).toList();
    Result unjudged =
        new Result(
            VERSION,
            device.runId(),
            device.runName(),
            device.complete() && backend != null && backend.complete(),
            null,
            device.measuredSeconds(),
            device.phases(),
            Connections.of(device),
            flows,
            TenantResult.of(device, backend),
            commands,
            backend == null
                ? null
                : withMore(Ledger.total(parts), commands, Judge.strangers(flows, backend)),
            device.generator(),
            device.aborted(),
            device.start(),
            List.of(),
            null,
            firstMeasuredSecond(device),
            clock(backend),
            worst(device, backend),
            null,
            null,
            null);
    List<ThresholdOutcome> outcomes =
        new ThresholdJudge(ResultFiles.tree(unjudged), device, baseline).judge(thresholds);
    return unjudged.judged(Judge.verdict(unjudged, backend, outcomes), outcomes);
  }

  private static CommandLedger commands(DeviceBook device, BackendBook backend, CommandFlows legs) {
    DeviceBook.Flow query = device.flows().get(legs.query());
    DeviceBook.Flow answer = device.flows().get(legs.answer());
    if (query == null || answer == null || backend == null) {
      return null;
    }
    return CommandLedger.join(
        query, answer, backend.flow(legs.query()), backend.flow(legs.answer()), backend.commands());
  }

  private static Ledger withMore(Ledger sum, CommandLedger commands, Map<String, Long> strangers) {
    return new Ledger(
        sum.delivered(),
        sum.lost(),
        sum.deliveredUnconfirmed(),
        sum.duplicate(),
        sum.outOfOrder(),
        sum.unaccounted()
            + (commands == null ? 0 : commands.unaccounted())
            + strangers.values().stream().mapToLong(Long::longValue).sum());
  }

  private Result judged(Verdict judged, List<ThresholdOutcome> outcomes) {
    return with(judged, outcomes, target, new About(profile, versions, host));
  }

  /** The same result with what the run cost. */
  public Result with(TargetCost cost) {
    return with(verdict, thresholds, cost, new About(profile, versions, host));
  }

  /** The same result with what was run where. */
  public Result with(About whatAndWhere) {
    return with(verdict, thresholds, target, whatAndWhere);
  }

  /** The figures as they are, with what becomes known after them. */
  private Result with(
      Verdict judged, List<ThresholdOutcome> outcomes, TargetCost cost, About whatAndWhere) {
    return new Result(
        version,
        runId,
        run,
        complete,
        judged,
        measuredSeconds,
        phases,
        devices,
        flows,
        tenants,
        commands,
        ledger,
        generator,
        aborted,
        start,
        outcomes,
        cost,
        firstMeasuredSecond,
        clock,
        worstDevices,
        whatAndWhere.profile(),
        whatAndWhere.versions(),
        whatAndWhere.host());
  }

  private static Integer firstMeasuredSecond(DeviceBook device) {
    long flowsBegan = 0;
    for (DeviceBook.PhaseTimes phase : device.phases()) {
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

  private static ClockOffset.Figures clock(BackendBook backend) {
    return backend == null || backend.commands().clock() == null
        ? null
        : backend.commands().clock().figures();
  }

  private static List<WorstDevices.Device> worst(DeviceBook device, BackendBook backend) {
    WorstDevices worst = new WorstDevices();
    device
        .flows()
        .forEach((name, flow) -> worst.add(flow, backend == null ? null : backend.flow(name)));
    return worst.worst();
  }
}
