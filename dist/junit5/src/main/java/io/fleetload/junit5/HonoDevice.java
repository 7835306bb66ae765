// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A device that an {@link EmbeddedHono} knows, with the credentials to open a DTLS session.
 *
 * @param tenant the tenant of the device
 * @param id its name: {@code device-0}
 */
public record HonoDevice(String tenant, String id) {
  /** The keys of an embedded Hono's devices are derived from it, so everybody knows them. */
  static final String SECRET = "demo";

  private static final String ALGORITHM = "HmacSHA256";

  /** The PSK identity: {@code device-0@acme}. */
  public String identity() {
    return id + "@" + tenant;
  }

  /** The pre-shared key: HMAC-SHA-256 of the name under {@code demo}, 32 bytes. */
  public byte[] key() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return mac.doFinal(id.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
