// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Devices;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.disturb.Disturbance;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.verdict.FigureNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The flows of a run, and all that follows from them; a pack says each fact of a flow once. */
public final class FlowSet {
  private final List<FlowSpec> specs;
  private final Map<String, Timing> timings;
  private final UserSteps steps;
  private final List<String> announcements;

  /**
   * The flows of a run.
   *
   * @param specs as the pack describes them, in their order
   * @param timings when the messages of those that are due by themselves are due, by name
   */
  public FlowSet(List<FlowSpec> specs, Map<String, Timing> timings) {
    this(specs, timings, List.of());
  }

  /**
   * The flows of a run with a target that announces sessions.
   *
   * @param specs as the pack describes them, in their order
   * @param timings when the messages of those that are due by themselves are due, by name
   * @param announcements the pack's words for what the target announces of sessions
   */
  public FlowSet(List<FlowSpec> specs, Map<String, Timing> timings, List<String> announcements) {
    this.announcements = List.copyOf(announcements);
    this.specs = List.copyOf(specs);
    this.timings = timings;
    Map<String, Step> byName = new LinkedHashMap<>();
    specs.stream()
        .filter(each -> each.step() != null)
        .forEach(each -> byName.put(each.name(), each.step()));
    this.steps = new UserSteps(byName);
  }

  /** Each of them, in their order. */
  public List<FlowSpec> specs() {
    return specs;
  }

  /** Their names. */
  public List<String> names() {
    return specs.stream().map(FlowSpec::name).toList();
  }

  /** Timings of the flows with messages that are due by themselves, by name. */
  public Map<String, Timing> timings() {
    return timings;
  }

  /** The flows that are steps of a user. */
  public UserSteps steps() {
    return steps;
  }

  /** The flows that only answer commands, each with the flow that the commands are for. */
  public Map<String, String> answers() {
    return onCommand(false);
  }

  /**
   * The flows that follow the messages of another flow without the backend, each with that flow.
   */
  public Map<String, String> follows() {
    return onCommand(true);
  }

  private Map<String, String> onCommand(boolean deviceOnly) {
    Map<String, String> found = new LinkedHashMap<>();
    specs.stream()
        .filter(each -> each.answers() != null && each.deviceOnly() == deviceOnly)
        .forEach(each -> found.put(each.name(), each.answers()));
    return found;
  }

  /** Returns whether a backend receives messages of any flow. */
  public boolean hasBackend() {
    return specs.stream().anyMatch(each -> !each.deviceOnly());
  }

  /**
   * The flows that no rate is asked for: those of a closed model, their steps, and what follows a
   * flow.
   */
  public List<String> closed() {
    return Stream.concat(
            timings.entrySet().stream()
                .filter(each -> each.getValue().closed() != null)
                .map(Map.Entry::getKey)
                .flatMap(head -> Stream.concat(Stream.of(head), steps.of(head).stream())),
            follows().keySet().stream())
        .toList();
  }

  /** The pack's word for each flow that has another name; null if no flow has. */
  public Map<String, String> kinds() {
    Map<String, String> kinds = new LinkedHashMap<>();
    specs.stream()
        .filter(each -> !each.kind().equals(each.name()))
        .forEach(each -> kinds.put(each.name(), each.kind()));
    return kinds.isEmpty() ? null : kinds;
  }

  /** The devices that send the messages of each flow; a flow that follows another has its. */
  public Map<String, DeviceGroup> groups(Devices devices) {
    Map<String, DeviceGroup> groups = new LinkedHashMap<>();
    timings.forEach(
        (head, timing) -> {
          DeviceGroup group = devices.group(timing.of());
          groups.put(head, group);
          steps.of(head).forEach(step -> groups.put(step, group));
        });
    specs.stream()
        .filter(each -> each.answers() != null && groups.containsKey(each.answers()))
        .forEach(each -> groups.put(each.name(), groups.get(each.answers())));
    return groups;
  }

  /** Number of receivers of each message, by flow. */
  public Map<String, Integer> receivers() {
    return specs.stream().collect(Collectors.toMap(FlowSpec::name, FlowSpec::receivers));
  }

  /** The flows that the backend looks for in the store behind the target. */
  public List<String> stored() {
    return specs.stream().filter(FlowSpec::stored).map(FlowSpec::name).toList();
  }

  /** The figures that the result of a run of a profile will have. */
  public FigureNames figures(LoadProfile profile) {
    return figures(
            profile.sharedBy(),
            profile.devices().groupNames(),
            profile.disturbing().disturb().stream().map(Disturbance::name).toList())
        .limiting(
            profile.expect() == null
                ? List.of()
                : profile.expect().limits().keySet().stream().map(LimitKind::key).toList());
  }

  /**
   * The figures that the result of a run will have.
   *
   * @param tenants those that share the fleet
   * @param groups names of the groups that the fleet is made of; empty for none
   * @param disturbances names of the disturbances of the target; empty for none
   */
  FigureNames figures(Tenants tenants, List<String> groups, List<String> disturbances) {
    List<String> flows = new ArrayList<>(timings.keySet());
    timings.keySet().forEach(head -> flows.addAll(steps.of(head)));
    flows.addAll(follows().keySet());
    return new FigureNames(
            flows,
            closed(),
            tenants.areSeveral() ? tenants : null,
            groups,
            answers(),
            !stored().isEmpty(),
            specs.stream().filter(each -> each.receivers() > 1).map(FlowSpec::name).toList(),
            specs.stream()
                .map(FlowSpec::parts)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(List.of()),
            disturbances)
        .announcing(announcements);
  }
}
