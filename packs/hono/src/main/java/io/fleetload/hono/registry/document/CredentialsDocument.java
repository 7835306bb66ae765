// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import io.fleetload.hono.name.AuthIds;
import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.profile.RegistryEntries.CredentialSettings;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;

/**
 * A device's credentials under its own name: a pre-shared key, former keys where they are asked
 * for, a hashed password where it is asked for. Other kinds, such as certificates, stay as they
 * are.
 */
public final class CredentialsDocument implements CredentialForm {
  public static final String CREDENTIALS = "credentials";
  public static final String AUTH_ID = "auth-id";
  public static final String TYPE = "type";
  static final String SECRETS = "secrets";
  static final String KEY = "key";
  public static final String PSK = AuthIds.KEYS.type();

  private static final String ENABLED = "enabled";
  private static final String NOT_BEFORE = "not-before";
  private static final String NOT_AFTER = "not-after";

  private final FleetKeys keys;
  private final CredentialSettings settings;

  /** With the keys of a profile. */
  public CredentialsDocument(FleetKeys keys, CredentialSettings settings) {
    this.keys = keys;
    this.settings = settings;
  }

  @Override
  public AuthIds authIds() {
    return AuthIds.KEYS;
  }

  @Override
  public void write(Document document, String name) {
    List<?> found = list(document.get(CREDENTIALS));
    byte[] key = keys.of(name, presentKey(found, name));
    List<Object> wanted = new ArrayList<>();
    wanted.add(psk(name, key, found));
    if (settings.password() != null) {
      wanted.add(password(name, key, found));
    }
    for (Object each : found) {
      if (each instanceof Document other && isOfAnotherKind(other.get(TYPE))) {
        wanted.add(other);
      }
    }
    document.put(CREDENTIALS, wanted);
    document.put(DEVICE_ID, name);
  }

  @Override
  public boolean serves(Document found, String name) {
    List<Document> matching = entries(list(found.get(CREDENTIALS)), PSK, name);
    return matching.size() == 1
        && onlySecret(matching.get(0))
            .filter(secret -> keys.opens(name, decoded(secret.get(KEY)).orElse(null)))
            .isPresent();
  }

  /** Returns whether we wrote one of its entries. */
  public static boolean isMarked(Document found) {
    return list(found.get(CREDENTIALS)).stream()
        .anyMatch(each -> each instanceof Document entry && Mark.isIn(entry));
  }

  public static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  static List<Document> entries(List<?> found, String type, String name) {
    List<Document> entries = new ArrayList<>();
    for (Object each : found) {
      if (each instanceof Document entry
          && type.equals(entry.get(TYPE))
          && name.equals(entry.get(AUTH_ID))) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /** The key in use of a device, which is its last; null if it has none that can be read. */
  public static byte[] presentKey(List<?> found, String name) {
    List<Document> entries = entries(found, PSK, name);
    List<?> secrets = entries.isEmpty() ? List.of() : list(entries.get(0).get(SECRETS));
    return secrets.isEmpty() || !(secrets.get(secrets.size() - 1) instanceof Document secret)
        ? null
        : decoded(secret.get(KEY)).orElse(null);
  }

  /** The bytes of a key as Hono reads it: base64, in a text. */
  static Optional<byte[]> decoded(Object key) {
    try {
      return key instanceof String text && !text.isEmpty()
          ? Optional.of(Base64.getDecoder().decode(text))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Document psk(String name, byte[] key, List<?> found) {
    Document entry = entry(PSK, name, found);
    List<?> present = list(entry.get(SECRETS));
    List<Document> secrets = new ArrayList<>();
    // The adapter takes the first that is valid now; a former one must not be it.
    for (int i = 0; i < settings.former(); i++) {
      byte[] former = DeviceKeys.derived(key, "former-" + i);
      secrets.add(
          valid(secret(present, i), null, settings.notBefore()).append(KEY, base64(former)));
    }
    secrets.add(
        valid(secret(present, settings.former()), settings.notBefore(), settings.notAfter())
            .append(KEY, base64(key)));
    return entry.append(SECRETS, secrets);
  }

  private Document password(String name, byte[] key, List<?> found) {
    Document entry = entry(PasswordHash.TYPE, name, found);
    Document secret =
        valid(secret(list(entry.get(SECRETS)), 0), settings.notBefore(), settings.notAfter());
    new PasswordHash(settings.password()).write(secret, base64(key), key);
    return entry.append(SECRETS, List.of(secret));
  }

  /** An entry to be written, which keeps what does not disturb it of the one that is there. */
  static Document entry(String type, String authId, List<?> found) {
    List<Document> present = entries(found, type, authId);
    Document entry = present.isEmpty() ? new Document() : new Document(present.get(0));
    if (!isEnabled(entry)) {
      entry.remove(ENABLED);
    }
    return entry.append(TYPE, type).append(AUTH_ID, authId).append("ext", Mark.ext(entry));
  }

  static Document secret(List<?> present, int index) {
    Document secret = index < present.size() ? Mark.copy(present.get(index)) : new Document();
    if (!isEnabled(secret)) {
      secret.remove(ENABLED);
    }
    if (!(secret.get("id") instanceof String)) {
      secret.put("id", UUID.randomUUID().toString());
    }
    return secret;
  }

  static Document valid(Document secret, String from, String until) {
    put(secret, NOT_BEFORE, from);
    put(secret, NOT_AFTER, until);
    return secret;
  }

  private static void put(Document secret, String field, String value) {
    if (value == null) {
      secret.remove(field);
    } else {
      secret.put(field, value);
    }
  }

  private static boolean isOfAnotherKind(Object type) {
    return type instanceof String && !type.equals(PSK) && !type.equals(PasswordHash.TYPE);
  }

  /** The one secret that is always in use; which of several Hono takes is its own choice. */
  static Optional<Document> onlySecret(Document credential) {
    List<?> secrets = list(credential.get(SECRETS));
    return isEnabled(credential)
            && secrets.size() == 1
            && secrets.get(0) instanceof Document secret
            && isEnabled(secret)
            && secret.get("id") instanceof String
            && !secret.containsKey(NOT_BEFORE)
            && !secret.containsKey(NOT_AFTER)
        ? Optional.of(secret)
        : Optional.empty();
  }

  private static boolean isEnabled(Document part) {
    return Boolean.TRUE.equals(part.getOrDefault(ENABLED, true));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
