// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import io.fleetload.hono.certificates.DeviceAuthority;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.security.auth.x500.X500Principal;
import org.bson.Document;

/**
 * The trust anchor of a tenant with certificates for its devices, with what Hono's registry writes
 * when it is given the authority's certificate. Others in the list stay as they are.
 */
public record TrustedAuthority(X509Certificate certificate) {
  private static final String TRUSTED = "trusted-ca";
  private static final String SUBJECT = "subject-dn";
  private static final String PUBLIC_KEY = "public-key";

  public static TrustedAuthority of(DeviceAuthority authority) {
    return new TrustedAuthority(authority.certificate());
  }

  /** Its name (RFC 2253), by which Hono finds the tenant of a certificate. */
  public String subject() {
    return certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
  }

  /** Returns whether certificates that it issued are accepted. */
  public boolean isTrustedBy(Document tenant) {
    return CredentialsDocument.list(tenant.get(TRUSTED)).stream()
        .anyMatch(each -> isThis(each) && publicKey().equals(((Document) each).get(PUBLIC_KEY)));
  }

  /** Writes it among the tenant's trust anchors. */
  public void write(Document tenant) {
    List<Object> anchors = new ArrayList<>(CredentialsDocument.list(tenant.get(TRUSTED)));
    int place = 0;
    while (place < anchors.size() && !isThis(anchors.get(place))) {
      place++;
    }
    if (place == anchors.size()) {
      anchors.add(new Document());
    }
    Document anchor = Mark.copy(anchors.get(place));
    anchor.putIfAbsent("id", UUID.randomUUID().toString());
    anchor.put(SUBJECT, subject());
    anchor.put("subject-dn-bytes", base64(certificate.getSubjectX500Principal().getEncoded()));
    anchor.put(PUBLIC_KEY, publicKey());
    anchor.put("algorithm", certificate.getPublicKey().getAlgorithm());
    anchor.put("not-before", Envelope.text(certificate.getNotBefore().toInstant()));
    anchor.put("not-after", Envelope.text(certificate.getNotAfter().toInstant()));
    anchor.putIfAbsent("auto-provisioning-enabled", false);
    anchor.putIfAbsent("auto-provision-as-gateway", false);
    anchors.set(place, anchor);
    tenant.put(TRUSTED, anchors);
  }

  private boolean isThis(Object anchor) {
    return anchor instanceof Document document && subject().equals(document.get(SUBJECT));
  }

  private String publicKey() {
    return base64(certificate.getPublicKey().getEncoded());
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
