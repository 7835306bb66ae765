// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.name.AuthIds;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceAuthorityTest {
  private static final Instant NOW = Instant.parse("2026-11-20T17:57:15.987Z");

  private final DeviceAuthority authority = DeviceAuthority.make("tload", NOW);
  private final PublicKey key = DeviceAuthority.keyPair().getPublic();

  @Test
  void aNewAuthorityNamesTheTenantAndMayOnlyIssue() throws Exception {
    X509Certificate certificate = authority.certificate();

    assertThat(certificate.getSubjectX500Principal().getName(X500Principal.RFC2253))
        .isEqualTo("CN=fleetload,O=tload");
    assertThat(certificate.getBasicConstraints()).isZero();
    assertThat(certificate.getKeyUsage()).containsExactly(only(5));
    assertThat(certificate.getNotBefore().toInstant()).isEqualTo("2026-11-19T17:57:15Z");
    assertThat(certificate.getNotAfter().toInstant()).isEqualTo("2036-11-17T17:57:15Z");
    certificate.verify(certificate.getPublicKey());
  }

  @Test
  void aDeviceIsTheSubjectOfWhatItIssues() throws Exception {
    X509Certificate issued = authority.issue("device-7", key);

    assertThat(issued.getSubjectX500Principal().getName(X500Principal.RFC2253))
        .isEqualTo("CN=device-7,O=tload");
    assertThat(issued.getIssuerX500Principal())
        .isEqualTo(authority.certificate().getSubjectX500Principal());
    assertThat(issued.getPublicKey()).isEqualTo(key);
    assertThat(issued.getKeyUsage()).containsExactly(only(0));
    assertThat(issued.getNotBefore()).isEqualTo(authority.certificate().getNotBefore());
    assertThat(issued.getNotAfter()).isEqualTo(authority.certificate().getNotAfter());
    assertThat(issued.getSerialNumber())
        .isPositive()
        .isEqualTo(authority.issue("device-7", key).getSerialNumber())
        .isNotEqualTo(authority.issue("device-8", key).getSerialNumber());
  }

  @Test
  void honosAdapterAcceptsWhatItIssuedAndNothingOfAnotherOfTheSameName() throws Exception {
    DeviceAuthority another = DeviceAuthority.make("tload", NOW);

    validate(authority.issue("device-7", key), authority.certificate());

    assertThatThrownBy(() -> validate(another.issue("device-7", key), authority.certificate()))
        .hasRootCauseInstanceOf(SignatureException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0123456789:._-azAZ",
        "a=1",
        "#a+b,c;d<e>f\"g\\h",
        "plant/line 1",
        "a%2Fb@c",
        "z\u00e4hler-1",
        "\u8ba1\u91cf-1",
        "\ud83d\ude00-1"
      })
  void theAuthIdOfANameIsTheSubjectAsHonoWritesIt(String name) {
    AuthIds ids = AuthIds.ofCertificates("0_9.t-AZ");
    X509Certificate issued = DeviceAuthority.make("0_9.t-AZ", NOW).issue(name, key);

    assertThat(issued.getSubjectX500Principal().getName(X500Principal.RFC2253))
        .isEqualTo(ids.of(name));
    assertThat(ids.name(ids.of(name))).isEqualTo(name);
    assertThat(ids.of(name)).startsWith(ids.begin(name));
    assertThat(ids.name("CN=" + name + ",O=other")).isEmpty();
    assertThat(ids.name("CN=,O=0_9.t-AZ")).isEmpty();
  }

  private static boolean[] only(int usage) {
    boolean[] usages = new boolean[9];
    usages[usage] = true;
    return usages;
  }

  /** As Hono's DeviceCertificateValidator does it. */
  private static void validate(X509Certificate issued, X509Certificate trusted) throws Exception {
    TrustAnchor anchor =
        new TrustAnchor(trusted.getSubjectX500Principal(), trusted.getPublicKey(), null);
    PKIXParameters parameters = new PKIXParameters(Set.of(anchor));
    parameters.setRevocationEnabled(false);
    parameters.setDate(issued.getNotAfter());
    CertPathValidator.getInstance("PKIX")
        .validate(
            CertificateFactory.getInstance("X.509").generateCertPath(List.of(issued)), parameters);
  }
}
