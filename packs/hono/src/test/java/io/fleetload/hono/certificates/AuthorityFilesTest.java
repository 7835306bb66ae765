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
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AuthorityFilesTest {
  private static final Instant NOW = Instant.parse("2026-11-20T17:57:15Z");

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
