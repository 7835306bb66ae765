// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionFlows;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.Operation;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.arion.schema.WriteRequest;
import io.fleetload.flow.FlowSpec;
import io.fleetload.stamp.Stamp;

/** The bodies of the flows' unary requests. The link itself makes the other requests. */
public final class RequestBodies {
  private static final byte[] NOTHING = {};

  private RequestBodies() {}

  /** The bodies of a flow's messages. */
  public static FlowSpec.Body of(String flow, ArionProfile profile) {
    return switch (flow) {
      case ArionFlows.READ -> read(profile);
      case ArionFlows.WRITE -> write(profile);
      default -> (device, stamp) -> NOTHING;
    };
  }

  private static FlowSpec.Body read(ArionProfile profile) {
    int keys = profile.flows().read().keys();
    AskedKeys asked = new AskedKeys(new RuleSet(profile.rules()), profile.flows().read().unknown());
    return (device, stamp) -> {
      ReadRequest request = new ReadRequest();
      long first = (long) stamp.n() * keys;
      for (long key = first; key < first + keys; key++) {
        request.ask(asked.tunnelId(key), Addresses.ip(asked.ip(key)));
      }
      return request.write();
    };
  }

  private static FlowSpec.Body write(ArionProfile profile) {
    int keys = profile.flows().write().keys();
    RuleSet rules = new RuleSet(profile.rules());
    WrittenRules written = new WrittenRules(profile);
    return (device, stamp) -> {
      Operation operation =
          written.deletes(stamp.n(), stamp.period()) ? Operation.DELETE : Operation.CREATE;
      WriteRequest request = new WriteRequest("w" + stamp.n());
      for (int key = 0; key < keys; key++) {
        request.state(operation, rule(rules, written.index(stamp.n(), key), stamp));
      }
      return request.write();
    };
  }

  private static NeighborRule rule(RuleSet rules, int index, Stamp stamp) {
    return new NeighborRule(
        0,
        Addresses.ip(rules.ip(index)),
        Addresses.ip(RuleStamp.hostIp(stamp)),
        Addresses.mac(RuleStamp.mac(stamp)),
        rules.tunnelId(index),
        Addresses.mac(RuleStamp.hostMac(stamp)),
        RuleSet.groupName(rules.group(index)),
        0);
  }
}
