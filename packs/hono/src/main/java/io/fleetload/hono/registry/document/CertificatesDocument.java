// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import static io.fleetload.hono.registry.document.CredentialsDocument.CREDENTIALS;
import static io.fleetload.hono.registry.document.CredentialsDocument.SECRETS;
import static io.fleetload.hono.registry.document.CredentialsDocument.list;

import io.fleetload.hono.name.AuthIds;
import io.fleetload.hono.profile.RegistryEntries.CredentialSettings;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * The credentials of a device that has a certificate: its subject, and a secret that holds nothing
 * but a validity, where one is asked for. Other kinds, such as keys, stay as they are.
 */
public final class CertificatesDocument implements CredentialForm {
  private final AuthIds authIds;
  private final CredentialSettings settings;

  /** Of a tenant's devices. */
  public CertificatesDocument(String tenant, CredentialSettings settings) {
    this.authIds = AuthIds.ofCertificates(tenant);
    this.settings = settings;
  }

  @Override
  public AuthIds authIds() {
    return authIds;
  }

  @Override
  public void write(Document document, String name) {
    List<?> found = list(document.get(CREDENTIALS));
    Document entry = CredentialsDocument.entry(authIds.type(), authIds.of(name), found);
    Document secret = CredentialsDocument.secret(list(entry.get(SECRETS)), 0);
    CredentialsDocument.valid(secret, settings.notBefore(), settings.notAfter());
    entry.append(SECRETS, List.of(secret));
    // In its place, where it has one, so that nothing changes for what is around it.
    List<Object> wanted = new ArrayList<>();
    for (Object each : found) {
      if (each instanceof Document other
          && other.get(CredentialsDocument.TYPE) instanceof String type) {
        boolean own = type.equals(authIds.type());
        if (!own || !wanted.contains(entry)) {
          wanted.add(own ? entry : other);
        }
      }
    }
    if (!wanted.contains(entry)) {
      wanted.add(entry);
    }
    document.put(CREDENTIALS, wanted);
    document.put(DEVICE_ID, name);
  }

  @Override
  public boolean serves(Document found, String name) {
    List<Document> matching =
        CredentialsDocument.entries(list(found.get(CREDENTIALS)), authIds.type(), authIds.of(name));
    return matching.size() == 1 && CredentialsDocument.onlySecret(matching.get(0)).isPresent();
  }
}
