// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemFileTest {
  @TempDir private Path folder;

  private PemFile file(String text) throws Exception {
    return new PemFile("target.tls", Files.writeString(folder.resolve("a.pem"), text));
  }

  private void refused(ThrowingCallable reading) {
    assertThatThrownBy(reading)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.tls: " + folder.resolve("a.pem") + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "AAAAA", "====", "AAAA", "garbage"})
  void aBlockThatIsNoneIsOneLine(String content) throws Exception {
    for (String label : new String[] {"CERTIFICATE", "PRIVATE KEY"}) {
      PemFile file =
          file("-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, content));
      refused(file::certificates);
      refused(file::privateKey);
    }
  }

  @Test
  void aFileWithoutABlockIsOneLine() throws Exception {
    refused(file("\u0000\u0001 no PEM")::certificates);
    refused(file("")::privateKey);
  }
}
