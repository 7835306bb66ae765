// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import io.fleetload.hono.name.DeviceKeys;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.json.JsonParseException;

/**
 * Documents as the management API gives and takes them: the registry's, without their envelope. It
 * never gives a key back, so credentials of ours carry a digest that their key alone makes.
 */
public final class ManagedDocument {
  /** A tag of the key: HMAC-SHA-256 under it, 64 bits. It tells nothing of a key of 128 bits. */
  static final String DIGEST = "key-digest";

  private static final int DIGEST_BYTES = 8;

  /** Keys that a registry does not show, or chooses itself. */
  private static final Set<String> HIDDEN =
      Set.of("id", "key", "pwd-hash", "salt", "hash-function", "pwd-plain");

  private ManagedDocument() {}

  /**
   * Reads a tenant or a registration, or a list of credentials, under the name it has in MongoDB.
   *
   * @throws JsonParseException if the body is not JSON
   */
  public static Document read(String name, String body) {
    Document document = Document.parse("{\"" + name + "\":" + body + "}");
    if (document.get(name) instanceof Document part) {
      part.remove("status"); // the registry's own
    }
    return document;
  }

  /** Puts the digests in, and takes out of our secrets what the registry chooses. */
  public static void seal(Document credentials) {
    for (Object each : entries(credentials)) {
      if (each instanceof Document entry && Mark.isIn(entry)) {
        List<Document> secrets = new ArrayList<>();
        for (Object secret : CredentialsDocument.list(entry.get(CredentialsDocument.SECRETS))) {
          Document copy = Mark.copy(secret);
          copy.remove("id"); // it merges into the secret of that id, and we bring all of it
          secrets.add(copy);
        }
        entry.put(CredentialsDocument.SECRETS, secrets);
        if (CredentialsDocument.PSK.equals(entry.get(CredentialsDocument.TYPE))) {
          Document ext = Mark.copy(entry.get("ext"));
          digest(secrets).ifPresent(text -> ext.put(DIGEST, text));
          entry.put("ext", ext);
        }
      }
    }
  }

  private static Optional<String> digest(List<Document> secrets) {
    StringBuilder all = new StringBuilder();
    for (Document each : secrets) {
      byte[] key = CredentialsDocument.decoded(each.get(CredentialsDocument.KEY)).orElse(null);
      if (key == null) {
        return Optional.empty();
      }
      byte[] tag = DeviceKeys.derived(key, DIGEST);
      all.append(HexFormat.of().formatHex(tag, 0, DIGEST_BYTES));
    }
    return Optional.of(all.toString());
  }

  private static List<?> entries(Document credentials) {
    return CredentialsDocument.list(credentials.get(CredentialsDocument.CREDENTIALS));
  }

  /**
   * Returns whether the found part says all that is wanted; a registry may add defaults of its own.
   */
  public static boolean covers(Object found, Object wanted) {
    if (wanted instanceof Map<?, ?> fields) {
      return found instanceof Map<?, ?> there
          && fields.entrySet().stream()
              .allMatch(
                  each ->
                      HIDDEN.contains(String.valueOf(each.getKey()))
                          || covers(there.get(each.getKey()), each.getValue()));
    }
    if (wanted instanceof List<?> values) {
      return found instanceof List<?> there
          && there.size() == values.size()
          && IntStream.range(0, values.size()).allMatch(i -> covers(there.get(i), values.get(i)));
    }
    if (wanted instanceof Number number && found instanceof Number there) {
      return number.longValue() == there.longValue();
    }
    return wanted == null || wanted.equals(found);
  }
}
