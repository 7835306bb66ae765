// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.name.AuthIds;
import java.util.List;
import org.bson.Document;

/**
 * The credentials of a device that a gateway speaks for: none, but the registry keeps a document.
 */
public final class NoCredentials implements CredentialForm {
  @Override
  public AuthIds authIds() {
    return AuthIds.KEYS;
  }

  @Override
  public void write(Document document, String name) {
    if (!serves(document, name)) {
      document.put(CredentialsDocument.CREDENTIALS, List.of());
    }
    document.put(DEVICE_ID, name);
  }

  @Override
  public boolean serves(Document found, String name) {
    return found.get(CredentialsDocument.CREDENTIALS) instanceof List<?>;
  }
}
