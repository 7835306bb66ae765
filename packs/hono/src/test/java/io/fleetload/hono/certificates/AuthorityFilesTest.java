// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.PemFile;
import io.fleetload.process.UsageException;
import io.fleetload.rig.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wildfly.security.x500.cert.X509CertificateBuilder;

class AuthorityFilesTest {
  private static final Instant NOW = Instant.parse("2026-11-20T17:57:15Z");

  /** Java makes no key of that curve any more, but reads it. */
  private static final String OF_SECP256K1 =
      """
      MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgDID4BQD4n9A4Qe0kkJQu
      +h9d4K4OJ+v3CjddcxRE/qShRANCAAQXvyi7y5FM4UcmM9R4/gwCXh5Wa5nW1HNV
      paS94R6/L1xck09vl1P+vTY78dRklMvcLue0BNyAc9MsZtnOa5oo
      """;

  @TempDir private Path parent;
  private AuthorityFiles files;
  private Path file;

  @BeforeEach
  void inADirectoryThatIsNotThere() {
    files = new AuthorityFiles(parent.resolve("a/b"));
    file = files.file("tload");
  }

  @Test
  void whatIsKeptIsFoundAgain() throws Exception {
    DeviceAuthority authority = DeviceAuthority.make("tload", NOW);
    files.keep(authority);

    DeviceAuthority found = files.get("tload");

    assertThat(found.certificate()).isEqualTo(authority.certificate());
    assertThat(found.key().getEncoded()).isEqualTo(authority.key().getEncoded());
    assertThat(files.find("other")).isEmpty();
    try (Stream<Path> all = Files.list(file.getParent())) {
      assertThat(all).containsExactly(file);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void itsOwnerAloneCanReadIt() throws Exception {
    files.keep(DeviceAuthority.make("tload", NOW));

    assertThat(Files.getPosixFilePermissions(file))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void oneThatIsNotThereIsALineThatSaysWhatToDo() {
    assertThatThrownBy(() -> files.get("tload"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("devices.x509.directory: " + file + " ");
  }

  @Test
  void aFileThatIsNoAuthorityIsNamed() throws Exception {
    DeviceAuthority one = DeviceAuthority.make("tload", NOW);
    byte[] certificate = one.certificate().getEncoded();
    byte[] another = DeviceAuthority.keyPair().getPrivate().getEncoded();
    byte[] rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate().getEncoded();

    refused("", "holds no PEM certificate");
    refused(
        PemFile.text(certificate, another).replace("PRIVATE", "ENCRYPTED PRIVATE"),
        "-----BEGIN PRIVATE KEY-----");
    refused(PemFile.text(certificate, rsa), "expected EC");
    refused(PemFile.text(certificate, another), "not its certificate's");
    refused(PemFile.text(certificate, Base64.getMimeDecoder().decode(OF_SECP256K1)), "secp256r1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
  void anAuthorityMayHaveAKeyOfEachCurveThatJavaSignsWith(String curve) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(curve));
    KeyPair pair = generator.generateKeyPair();
    X500Principal name = new X500Principal("CN=" + curve);
    X509Certificate certificate =
        new X509CertificateBuilder()
            .setSubjectDn(name)
            .setIssuerDn(name)
            .setPublicKey(pair.getPublic())
            .setSigningKey(pair.getPrivate())
            .setSignatureAlgorithmName("SHA256withECDSA")
            .build();
    files.keep(new DeviceAuthority("tload", certificate, pair.getPrivate()));

    files
        .get("tload")
        .issue("d", DeviceAuthority.keyPair().getPublic())
        .verify(certificate.getPublicKey());
  }

  @Test
  void anAuthorityThatIsNotInForceIsRefusedBeforeARunWithWhatToDo() throws Exception {
    DeviceAuthority authority = DeviceAuthority.make("tload", NOW);
    files.keep(authority);
    Instant from = authority.certificate().getNotBefore().toInstant();
    Instant until = authority.certificate().getNotAfter().toInstant();

    files.check("tload", from, true);
    files.check("tload", until, true);
    for (Instant wrong : List.of(from.minusSeconds(1), until.plusSeconds(1))) {
      assertThatThrownBy(() -> files.check("tload", wrong, true))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("devices.x509.directory: " + file + " ")
          .hasMessageContainingAll(from.toString(), until.toString(), "provisioning");
    }
  }

  @Test
  void oneThatIsNotThereIsMadeOnlyWhereTheRunProvisions() throws Exception {
    files.check("tload", NOW, true);
    assertThatThrownBy(() -> files.check("tload", NOW, false))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("devices.x509.directory: " + file + " is not there");
  }

  private void refused(String content, String why) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    assertThatThrownBy(() -> files.find("tload"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("devices.x509.directory: " + file + " ")
        .hasMessageContaining(why)
        .message()
        .satisfies(
            message ->
                Golden.of("provisioning")
                    .holds(
                        "an authority's file where it is to say: " + why,
                        message.replace(file.toString(), "FILE")));
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() throws Exception {
    Files.writeString(parent.resolve("a"), "a file");

    assertThatThrownBy(() -> files.keep(DeviceAuthority.make("tload", NOW)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("devices.x509.directory: " + file + " cannot");
  }
}
