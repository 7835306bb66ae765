package io.fleetload.provisioning.registry;

import io.fleetload.hono.DeviceKeys;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.bson.Document;

/** A device's credentials: one pre-shared key under the device's own name. */
public final class CredentialsDocument implements FleetDocument {
  static final String CREDENTIALS = "credentials";
  static final String AUTH_ID = "auth-id";
  static final String TYPE = "type";

  private static final String PSK = "psk";
  private static final String ENABLED = "enabled";

  private final DeviceKeys keys;

  /** With the keys of a profile. */
  public CredentialsDocument(DeviceKeys keys) {
    this.keys = keys;
  }

  @Override
  public void write(Document document, String name) {
    if (!serves(document, name)) {
      Document secret = new Document("id", UUID.randomUUID().toString()).append("key", key(name));
      document.put(
          CREDENTIALS,
          List.of(
              new Document(TYPE, PSK).append(AUTH_ID, name).append("secrets", List.of(secret))));
    }
    document.put(DEVICE_ID, name);
  }

  @Override
  public boolean serves(Document found, String name) {
    int matching = 0;
    boolean serves = false;
    for (Object each : list(found.get(CREDENTIALS))) {
      if (isPskOf(each, name)) {
        matching++;
        serves = opens((Document) each, name);
      }
    }
    return matching == 1 && serves;
  }

  static boolean isPskOf(Object entry, String name) {
    return entry instanceof Document credential
        && PSK.equals(credential.get(TYPE))
        && name.equals(credential.get(AUTH_ID));
  }

  static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  /** Whether the device's key is the one secret; which of several Hono takes is its own choice. */
  private boolean opens(Document credential, String name) {
    List<?> secrets = list(credential.get("secrets"));
    return isEnabled(credential)
        && secrets.size() == 1
        && secrets.get(0) instanceof Document secret
        && isEnabled(secret)
        && secret.get("id") instanceof String
        && !secret.containsKey("not-before")
        && !secret.containsKey("not-after")
        && key(name).equals(secret.get("key"));
  }

  private static boolean isEnabled(Document part) {
    return Boolean.TRUE.equals(part.getOrDefault(ENABLED, true));
  }

  private String key(String name) {
    return Base64.getEncoder().encodeToString(keys.of(name));
  }
}
