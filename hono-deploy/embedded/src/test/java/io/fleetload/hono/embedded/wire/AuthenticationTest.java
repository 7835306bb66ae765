// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.eclipse.hono.auth.HonoUser;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.util.AuthenticationConstants;
import org.junit.jupiter.api.Test;

class AuthenticationTest {

  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private final Authentication authentication =
      new Authentication(Clock.fixed(NOW, ZoneOffset.UTC));

  private Future<HonoUser> plain(String response) {
    return authentication.authenticate(
        AuthenticationConstants.getAuthenticationRequest(
            AuthenticationConstants.MECHANISM_PLAIN, response.getBytes(StandardCharsets.UTF_8)));
  }

  private static int status(Future<HonoUser> refused) {
    return ServiceInvocationException.extractStatusCode(refused.cause());
  }

  @Test
  void aServiceWithItsPasswordIsKnownForTenMinutesAsInHono() {
    HonoUser user =
        plain("\0Hono CoAP Adapter\0" + authentication.passwordOf(Service.COAP_ADAPTER)).result();

    assertThat(user.getName()).isEqualTo("Hono CoAP Adapter");
    assertThat(Duration.between(NOW, user.getExpirationTime())).isEqualTo(Duration.ofMinutes(10));
    assertThat(user.isExpired()).isFalse();
  }

  @Test
  void aStrangerAWrongPasswordAndNonsenseAreRefused() {
    String other = authentication.passwordOf(Service.COMMAND_ROUTER);

    assertThat(status(plain("\0stranger\0" + other))).isEqualTo(401);
    assertThat(status(plain("\0Hono CoAP Adapter\0" + other))).isEqualTo(401);
    assertThat(status(plain("nonsense"))).isEqualTo(400);
  }
}
