// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import io.fleetload.arion.embedded.alcor.NeighborConfiguration;
import io.fleetload.arion.embedded.alcor.NeighborConfiguration.FixedIp;
import io.fleetload.arion.embedded.alcor.NeighborRulesRequest;
import io.fleetload.arion.embedded.alcor.NeighborState;
import io.fleetload.arion.embedded.alcor.OperationType;
import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.HostRequest.ResourceStateRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;

/** Requests as the recorded client made them. */
final class Messages {
  static final int TUNNEL = 888;

  private Messages() {}

  static HostRequest read(String... ips) {
    HostRequest.Builder request = HostRequest.newBuilder().setFormatVersion(1);
    for (String each : ips) {
      request.addStateRequests(
          ResourceStateRequest.newBuilder()
              .setRequestId("for " + each)
              .setTunnelId(TUNNEL)
              .setDestinationIp(each));
    }
    return request.build();
  }

  static NeighborRulesRequest write(NeighborState... states) {
    NeighborRulesRequest.Builder request =
        NeighborRulesRequest.newBuilder().setFormatVersion(1).setRequestId("r1");
    for (NeighborState each : states) {
      request.addNeigborstates(each);
    }
    return request.build();
  }

  static NeighborState create(String ip, String group) {
    return state(OperationType.CREATE, ip, group);
  }

  static NeighborState delete(String ip, String group) {
    return state(OperationType.DELETE, ip, group);
  }

  static NeighborState state(OperationType type, String ip, String group) {
    return NeighborState.newBuilder()
        .setOperationType(type)
        .setConfiguration(
            NeighborConfiguration.newBuilder()
                .setId("id-" + ip)
                .setMacAddress("00:00:00:00:00:01")
                .setHostMacAddress("00:00:00:00:01:01")
                .setHostIpAddress("10.0.1.2")
                .addFixedIps(
                    FixedIp.newBuilder().setIpAddress(ip).setArionGroup(group).setTunnelId(TUNNEL)))
        .build();
  }

  /** A rule that a watcher got, in short. */
  static String told(NeighborRule rule) {
    return rule.getOperationType() + " " + rule.getIp() + " v" + rule.getVersion();
  }
}
