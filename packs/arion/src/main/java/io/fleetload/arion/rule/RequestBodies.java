// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionFlow;
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

  /**
   * The bodies of a flow's messages.
   *
   * @param name of a flow, or of one that is added to it
   */
  public static FlowSpec.Body of(String name, ArionProfile profile) {
    ArionFlow flow = profile.flows().get(name);
    if (flow instanceof ArionFlow.Read read) {
      return read(read, new RuleSet(profile.rules()));
    }
    return flow instanceof ArionFlow.Write write
        ? write(write, new RuleSet(profile.rules()), new WrittenRules(profile, name))
        : (device, stamp) -> NOTHING;
  }

  private static FlowSpec.Body read(ArionFlow.Read read, RuleSet rules) {
    int keys = read.keys();
    AskedKeys asked = new AskedKeys(rules, read.unknown());
    return (device, stamp) -> {
      ReadRequest request = new ReadRequest();
      long first = (long) stamp.n() * keys;
      for (long key = first; key < first + keys; key++) {
        request.ask(asked.tunnelId(key), Addresses.ip(asked.ip(key)));
      }
      return request.write();
    };
  }

  private static FlowSpec.Body write(ArionFlow.Write write, RuleSet rules, WrittenRules written) {
    int keys = write.keys();
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
