// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import io.fleetload.hono.profile.HonoDevices;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Telemetry over CoAP and DTLS.
 *
 * @param port of the server
 * @param bytes of a message
 * @param stack what speaks DTLS and CoAP for the devices
 * @param precision {@code generator.precision}; the product's default if it is empty
 */
public record HonoLoad(int port, int bytes, HonoDevices.Stack stack, Optional<String> precision) {
  /** Secret that the keys of the devices are derived from, here and at the server. */
  public static final String SECRET = "bench";

  /** Returns the lines of a profile for a run of that size. */
  List<String> profile(LoadSize size) {
    return List.of(
        "run: { name: bench }",
        "target: { kind: external, coap: \"127.0.0.1:%d\" , kafka: \"127.0.0.1:9\", provision: false }"
            .formatted(port),
        "tenant: { id: bench }",
        "devices: { count: %d, stack: %s, psk: { derivedFrom: %s } }"
            .formatted(size.devices(), stack.name().toLowerCase(Locale.ROOT), SECRET),
        size.phases(),
        precision.map("generator: { precision: %s }"::formatted).orElse(""),
        "flows: { telemetry: { rate: %.0f/s, payload: binary, size: %dB } }"
            .formatted(size.messages(), bytes));
  }

  /**
   * The size of a run.
   *
   * @param connects sessions that are begun a second
   * @param messages a second
   * @param seconds length of the measured phase
   */
  record LoadSize(int devices, double connects, double messages, double seconds) {
    String phases() {
      return "phases: { connect: { rate: %.0f/s }, measure: %dms, drain: 60s }"
          .formatted(connects, Math.round(seconds * 1e3));
    }
  }
}
