// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The profile of a load test of a broker of NGSI-LD or NGSI-v2. */
public record NgsiProfile(
    @Inline Common common,
    @Doc("the broker under test") NgsiTarget target,
    @Doc("how requests say which @context their names are of") ContextUse context,
    @Doc("requests that provisioning sends before the run, step by step") List<SetUpStep> setUp,
    @Doc("entities that are removed after the run") List<TearDown> tearDown,
    @Doc("subscriptions that the backend makes, and removes after the run")
        List<Subscription> subscriptions,
    @Doc("where the backend receives notifications") Receiver receiver,
    @Doc(value = "the users", required = true) Users devices,
    @Doc(value = "the requests, each by a name of your choice: letters and digits", required = true)
        Map<String, NgsiFlow> flows)
    implements LoadProfile {

  /** Fills in what the profile leaves open. */
  public NgsiProfile {
    target = target == null ? NgsiTarget.embedded() : target;
    context = context == null ? ContextUse.of(target.broker()) : context;
    setUp = setUp == null ? List.of() : List.copyOf(setUp);
    tearDown = tearDown == null ? List.of() : List.copyOf(tearDown);
    subscriptions = subscriptions == null ? List.of() : List.copyOf(subscriptions);
    receiver = receiver == null ? Receiver.BY_DEFAULT : receiver;
    flows = Flow.inOrder(flows);
    common = common.completed(flows.values(), devices.longestTimeout());
  }

  /** The flows that are not steps of another one. */
  @Override
  @JsonIgnore
  public Map<String, Flow> flowsByName() {
    Map<String, Flow> heads = new LinkedHashMap<>();
    flows.forEach(
        (name, flow) -> {
          if (flow.after() == null) {
            heads.put(name, flow);
          }
        });
    return heads;
  }

  /**
   * Name of the flow that the users of a flow begin with: its own, unless it is a step. Of steps
   * that follow each other in a circle, it is any of them.
   */
  public String head(String flow) {
    String head = flow;
    Set<String> seen = new HashSet<>();
    while (seen.add(head) && flows.get(head).after() != null) {
      String before = flows.get(head).after().flow();
      if (!flows.containsKey(before)) {
        break;
      }
      head = before;
    }
    return head;
  }

  /** Returns whether a backend receives notifications. */
  public boolean isNotified() {
    return !subscriptions.isEmpty();
  }

  /** Returns whether requests name an @context that has to be served. */
  public boolean namesContext() {
    return context.send() == ContextUse.Way.BODY || context.send() == ContextUse.Way.LINK;
  }

  /** Number of notifications that each request of a flow that is notified has to cause. */
  public int receivers(String flow) {
    return flows.get(flow).entities() * subscriptions.stream().mapToInt(Subscription::each).sum();
  }

  @Override
  @JsonIgnore
  public Duration catchUp() {
    return Duration.ofNanos(receiver.catchUp().nanos());
  }

  @Override
  public void check(ProfileChecks checks) {
    new NgsiChecks(this, checks).check();
  }
}
