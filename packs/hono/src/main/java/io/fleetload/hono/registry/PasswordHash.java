// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.name.DeviceKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.bson.Document;

/**
 * A password as Hono's registry keeps it: the digest of salt and password, both in base64. bcrypt
 * is Hono's other function; at tens of ms each, a million of those take most of a day.
 */
record PasswordHash(String function) {
  static final String TYPE = "hashed-password";

  private static final int SALT_BYTES = 16;

  /** Writes a password; its salt comes from the key, so that repeating changes nothing. */
  void write(Document secret, String password, byte[] key) {
    byte[] salt = Arrays.copyOf(DeviceKeys.derived(key, "salt"), SALT_BYTES);
    secret.put("hash-function", function);
    secret.put("salt", Base64.getEncoder().encodeToString(salt));
    secret.put("pwd-hash", Base64.getEncoder().encodeToString(hash(salt, password)));
  }

  private byte[] hash(byte[] salt, String password) {
    try {
      MessageDigest digest = MessageDigest.getInstance(function.toUpperCase(Locale.ROOT));
      digest.update(salt);
      return digest.digest(password.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + function, e);
    }
  }
}
