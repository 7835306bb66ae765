// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.login.CredentialException;
import org.eclipse.hono.auth.Authorities;
import org.eclipse.hono.auth.HonoUser;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.service.auth.AuthenticationService;
import org.eclipse.hono.service.auth.SignatureSupportingConfigProperties;
import org.eclipse.hono.util.AuthenticationConstants;

/**
 * Says which service a connection is from, and what that service may do. It takes the place of
 * Hono's authentication server, which Maven Central does not have. Each has a password of its own
 * that only this process knows, so that the ports are of no use to others. As in Hono an
 * authentication ends after ten minutes: the server closes the connection, and the client connects
 * again.
 */
final class Authentication implements AuthenticationService {

  private final Clock clock;
  private final long validSeconds = new SignatureSupportingConfigProperties().getTokenExpiration();
  private final Map<String, Service> services =
      Stream.of(Service.values()).collect(Collectors.toMap(Service::user, Function.identity()));
  private final Map<Service, String> passwords =
      Stream.of(Service.values())
          .collect(Collectors.toMap(Function.identity(), each -> UUID.randomUUID().toString()));

  Authentication(Clock clock) {
    this.clock = clock;
  }

  String passwordOf(Service service) {
    return passwords.get(service);
  }

  @Override
  public String[] getSupportedSaslMechanisms() {
    return new String[] {AuthenticationConstants.MECHANISM_PLAIN};
  }

  @Override
  public Future<HonoUser> authenticate(JsonObject request) {
    String[] fields;
    try {
      fields =
          AuthenticationConstants.parseSaslResponse(
              request.getBinary(AuthenticationConstants.FIELD_SASL_RESPONSE, new byte[0]));
    } catch (CredentialException e) {
      return Future.failedFuture(new ClientErrorException(HttpURLConnection.HTTP_BAD_REQUEST, e));
    }
    Service service = services.get(fields[1]);
    if (service == null || !equal(passwords.get(service), fields[2])) {
      return Future.failedFuture(
          new ClientErrorException(HttpURLConnection.HTTP_UNAUTHORIZED, "unauthorized"));
    }
    return Future.succeededFuture(
        new Authenticated(service, clock.instant().plusSeconds(validSeconds), clock));
  }

  private static boolean equal(String password, String given) {
    return MessageDigest.isEqual(
        password.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  private record Authenticated(Service service, Instant end, Clock clock) implements HonoUser {

    @Override
    public String getName() {
      return service.user();
    }

    @Override
    public Authorities getAuthorities() {
      return service.authorities();
    }

    /**
     * An empty text: server and authentication share the process, so no one has to be shown a
     * token.
     */
    @Override
    public String getToken() {
      return "";
    }

    @Override
    public boolean isExpired() {
      return !clock.instant().isBefore(end);
    }

    @Override
    public Instant getExpirationTime() {
      return end;
    }
  }
}
