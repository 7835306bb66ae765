// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import io.fleetload.arion.ArionPack;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.pack.Pack;
import java.util.List;

/**
 * Unary reads over gRPC in a closed model: all clients share one connection, and each has one read
 * under way.
 *
 * @param port of the server
 */
public record ReadLoad(int port) implements Load<ArionProfile> {
  @Override
  public Pack<ArionProfile> pack() {
    return new ArionPack();
  }

  @Override
  public String flow() {
    return "read";
  }

  @Override
  public List<String> profile(Size size) {
    return List.of(
        "pack: arion",
        "run: { name: bench }",
        "target: { kind: external, server: \"127.0.0.1:%d\", provision: false }".formatted(port),
        "devices: { count: %d }".formatted(size.devices()),
        size.phases(),
        "flows: { read: { closed: { users: %d } } }".formatted(size.devices()));
  }
}
