// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;

/**
 * Settings of the AMQP calls between the services of an embedded Hono: the properties of Hono's
 * clients that the published load test changed. What a profile leaves open is Hono's default.
 */
public record HonoServices(
    @Doc(
            value =
                "how long a request may take before its caller gives up, which a device sees as"
                    + " 5.03",
            byDefault = "200ms")
        Span requestTimeout,
    @Doc(value = "how long a new link waits for its first credit", byDefault = "20ms")
        Span flowLatency,
    @Doc(
            value = "devices that the adapter and the router keep the registration of",
            byDefault = "1000",
            least = 1,
            most = 10_000_000)
        Integer cachedRegistrations) {

  /** A Hono as it is shipped. */
  static final HonoServices STOCK = new HonoServices(null, null, null);

  /** Fills in what the profile leaves open. */
  public HonoServices {
    requestTimeout = requestTimeout == null ? Span.parse("200ms") : requestTimeout;
    flowLatency = flowLatency == null ? Span.parse("20ms") : flowLatency;
    cachedRegistrations = cachedRegistrations == null ? 1_000 : cachedRegistrations;
  }

  void check(ProfileChecks checks) {
    atLeastOneMs(checks, "requestTimeout", requestTimeout);
    atLeastOneMs(checks, "flowLatency", flowLatency);
  }

  private static void atLeastOneMs(ProfileChecks checks, String key, Span found) {
    if (found.millis() < 1) {
      checks.problem("target.services." + key, "found \"" + found + "\", expected 1ms or more");
    }
  }
}
