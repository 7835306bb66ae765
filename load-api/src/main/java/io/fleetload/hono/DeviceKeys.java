package io.fleetload.hono;

import io.fleetload.profile.Devices;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The pre-shared key of each device: HMAC-SHA-256 (RFC 2104) of its name under the profile's
 * secret. Provisioning writes it, the device simulator uses it, and no list travels between them.
 * Not thread-safe.
 */
public final class DeviceKeys {
  private static final String ALGORITHM = "HmacSHA256";

  private final Mac mac;

  /** The keys of a profile's devices. */
  public DeviceKeys(Devices.Psk psk) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(psk.derivedFrom().getBytes(StandardCharsets.UTF_8), ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** The 32 bytes of a device's key. */
  public byte[] of(String deviceName) {
    return mac.doFinal(deviceName.getBytes(StandardCharsets.UTF_8));
  }
}
