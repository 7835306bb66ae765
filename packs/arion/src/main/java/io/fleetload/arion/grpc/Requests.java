// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.ArionFlow;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.rule.AskedKeys;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.WatchRequest;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The requests of each flow's messages, and the answers that they must get. */
final class Requests {
  private final ArionProfile profile;
  private final RuleCheck check;
  private final WireLoop loop;
  private final Map<String, FlowCalls> calls = new HashMap<>();
  private final Set<ArionMethod> methods = EnumSet.noneOf(ArionMethod.class);

  Requests(ArionProfile profile, RunClock clock, WireLoop loop) {
    this.profile = profile;
    this.check = new RuleCheck(profile, clock);
    this.loop = loop;
    profile.flows().forEach(this::add);
  }

  private void add(String name, ArionFlow flow) {
    if (flow instanceof ArionFlow.Read read) {
      add(name, ArionMethod.READ, reads(read));
    } else if (flow instanceof ArionFlow.Stream stream) {
      add(name, ArionMethod.READ_STREAM, new StreamCalls(stream, check, loop));
    } else if (flow instanceof ArionFlow.Write write) {
      add(name, ArionMethod.WRITE, new WriteCalls(write, check));
      if (write.readBack()) {
        FlowCalls reads = new ReadBackCalls(profile, name, check);
        add(ArionFlow.readBack(name), ArionMethod.READ, reads);
      }
    } else if (flow instanceof ArionFlow.Watch) {
      add(name, ArionMethod.WATCH, this::watch);
    }
  }

  private void add(String name, ArionMethod method, FlowCalls ofFlow) {
    methods.add(method);
    calls.put(name, ofFlow);
  }

  /** The methods that the flows of the profile need. */
  List<ArionMethod> methods() {
    return List.copyOf(methods);
  }

  /** The call that a message of a flow is. */
  GrpcExchange call(Message message, Exchange exchange) {
    return calls.get(message.flow()).of(message, exchange);
  }

  private FlowCalls reads(ArionFlow.Read read) {
    int keys = read.keys();
    AskedKeys asked = new AskedKeys(check.rules(), read.unknown());
    return (message, exchange) ->
        new Unary(
            ArionMethod.READ,
            message.device(),
            message.payload(),
            AnswerCheck.ofRead(
                asked,
                keys,
                (long) message.stamp().n() * keys,
                keys,
                check.written(message.stamp().run())),
            () -> null,
            exchange);
  }

  /** One request, on which the rules of a group follow. */
  private GrpcExchange watch(Message message, Exchange exchange) {
    int group = message.stamp().n() % check.rules().groups();
    GroupLoad load = check.load(group, message.stamp().run());
    BidiStream.Plan plan =
        new BidiStream.Plan(
            1,
            profile.rules().ofGroup(),
            i -> new WatchRequest(RuleSet.groupName(group), 0).write(),
            0,
            ArionFlow.End.CANCEL,
            answer -> load.flaw(NeighborRule.read(answer), check.now()));
    return new BidiStream(ArionMethod.WATCH, message.device(), plan, loop, exchange);
  }
}
