// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import io.fleetload.jt808.Jt808Pack;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.pack.Pack;
import java.util.List;

/**
 * Locations of vehicle terminals, stamped as for a backend; none listens here.
 *
 * @param server host:port
 * @param source the address that they connect from
 * @param precision of the devices' thread
 */
public record TerminalLoad(String server, String source, String precision)
    implements Load<Jt808Profile> {
  @Override
  public Pack<Jt808Profile> pack() {
    return new Jt808Pack();
  }

  @Override
  public String flow() {
    return "location";
  }

  @Override
  public List<String> profile(Size size) {
    return List.of(
        "pack: jt808",
        "run: { name: bench }",
        "target: { server: \"%s\", nats: \"nats://127.0.0.1:9\" }".formatted(server),
        "devices: { count: %d, phone: \"13%d{index:8}\", bind: [%s] }"
            .formatted(size.devices(), size.fleet(), source),
        size.phases(),
        "generator: { precision: %s }".formatted(precision),
        "flows: { location: { rate: %.0f/s } }".formatted(size.messages()));
  }
}
