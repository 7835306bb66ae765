// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import com.hivemq.extension.sdk.api.auth.SimpleAuthenticator;
import com.hivemq.extension.sdk.api.auth.parameter.SimpleAuthInput;
import com.hivemq.extension.sdk.api.auth.parameter.SimpleAuthOutput;
import com.hivemq.extension.sdk.api.packets.connect.ConnackReasonCode;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The users who may connect; anyone else gets code 4, or 0x86 in MQTT 5. Only the hashes of their
 * passwords are held, of one round: a costly hash would be what a load test measures.
 */
final class Users implements SimpleAuthenticator {
  private static final String HASHED = "sha256:";

  private final Map<String, byte[]> hashes = new HashMap<>();

  /**
   * Reads the lines of a file, {@code USER:PASSWORD} or {@code USER:sha256:HEX} each; a line that
   * is blank or begins with # says nothing.
   *
   * @throws IllegalArgumentException with the number of a line that is wrong, and without its text
   */
  Users(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      int colon = line.indexOf(':');
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      byte[] hash = colon < 1 ? new byte[0] : hash(line.substring(colon + 1));
      if (hash.length != 32 || hashes.put(line.substring(0, colon), hash) != null) {
        throw new IllegalArgumentException(
            "in line %s USER:PASSWORD or USER:sha256:HEX, each user once".formatted(i + 1));
      }
    }
  }

  /** The hash of a password as it is written; empty if it is no hash that it says it is. */
  private static byte[] hash(String written) {
    if (!written.startsWith(HASHED)) {
      return digest(StandardCharsets.UTF_8.encode(written));
    }
    String hex = written.substring(HASHED.length());
    return hex.matches("[0-9a-fA-F]{64}") ? HexFormat.of().parseHex(hex) : new byte[0];
  }

  private static byte[] digest(ByteBuffer password) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(password);
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  @Override
  public void onConnect(SimpleAuthInput input, SimpleAuthOutput output) {
    ConnectPacket packet = input.getConnectPacket();
    byte[] known = hashes.get(packet.getUserName().orElse(""));
    byte[] sent = digest(packet.getPassword().orElse(ByteBuffer.allocate(0)));
    if (known != null && MessageDigest.isEqual(known, sent)) {
      output.authenticateSuccessfully();
    } else {
      output.failAuthentication(ConnackReasonCode.BAD_USER_NAME_OR_PASSWORD);
    }
  }
}
