// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import io.fleetload.ngsi.NgsiPack;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.pack.Pack;
import java.util.List;

/**
 * Updates of three attributes of NGSI-LD entities in a closed model, a connection a user.
 *
 * @param port of the server
 */
public record UpdateLoad(int port) implements Load<NgsiProfile> {
  private static final String BODY =
      """
      {"temperature":{"type":"Property","value":"{{decimal(-10,40,1)}}"},      "humidity":{"type":"Property","value":"{{decimal(0,1,3)}}"},      "senttime":{"type":"Property","value":"{{stamp}}"}}""";

  @Override
  public Pack<NgsiProfile> pack() {
    return new NgsiPack();
  }

  @Override
  public String flow() {
    return "update";
  }

  @Override
  public List<String> profile(Size size) {
    return List.of(
        "pack: ngsi",
        "run: { name: bench, seed: 1 }",
        "target:",
        "  kind: external",
        "  url: http://127.0.0.1:%d".formatted(port),
        "  context: http://127.0.0.1/context.jsonld",
        "  provision: false",
        "context: { send: link }",
        "devices: { count: %d }".formatted(size.devices()),
        size.phases(),
        "flows:",
        "  update:",
        "    closed: { users: %d }".formatted(size.devices()),
        "    request: \"POST /ngsi-ld/v1/entities/urn:ngsi-ld:store:fl-{{n % 100}}/attrs\"",
        "    body: '%s'".formatted(BODY),
        "    expect: { status: 204 }");
  }
}
