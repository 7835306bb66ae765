// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** Refusal of a device registry, or the reason why it did not answer, in one line for the user. */
public final class ManagementFault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_REASON = 200;

  private ManagementFault(String message) {
    super(message, null, false, false);
  }

  static ManagementFault unreachable(String place, Throwable failure) {
    return new ManagementFault(
        "%s is not reachable (target.registry.url): %s".formatted(place, reason(failure)));
  }

  static ManagementFault refused(String place, HttpResponse<String> response) {
    int status = response.statusCode();
    String path = response.uri().getPath();
    if (status == 409 && path.contains("/credentials/")) {
      return new ManagementFault(
          "%s has another device with the auth-id of %s"
              .formatted(place, path.replaceFirst(".*/", "")));
    }
    return new ManagementFault(
        place
            + switch (status) {
              case 401, 403 ->
                  " refuses the user or the password (target.registry.user): status " + status;
              case 412 ->
                  " has had %s changed by someone else just now; run it again".formatted(path);
              default ->
                  " refuses %s %s: status %d%s"
                      .formatted(response.request().method(), path, status, said(response.body()));
            });
  }

  /** Fault of an entry that someone else created after we looked. */
  static ManagementFault foreign(String place, String name) {
    return new ManagementFault(
        "%s has %s since a moment ago, not written by provisioning; run it again"
            .formatted(place, name));
  }

  static ManagementFault noRegistry(String place) {
    return new ManagementFault(
        place + " answers no JSON; is it Hono's management API (target.registry.url)?");
  }

  private static String said(String body) {
    try {
      String error = new ObjectMapper().readTree(body).path("error").asText();
      String line = error.replaceAll("\\p{C}|\\s+", " ").strip();
      return line.isEmpty()
          ? ""
          : ", " + line.substring(0, Math.min(LONGEST_REASON, line.length()));
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  private static String reason(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof UnresolvedAddressException) {
        return "unknown host";
      }
      if (each instanceof SSLException) {
        return "the TLS handshake failed; does it speak TLS, and does this Java trust it?";
      }
      if (each instanceof HttpTimeoutException) {
        return "no answer in time";
      }
    }
    return failure instanceof ConnectException ? "connection refused" : "the connection broke";
  }
}
