// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --live} on the command line; nothing is started by what is wrong. */
class LiveCommandTest {
  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir private Path directory;

  private void refused(String line, String... arguments) {
    Printed printed = Printed.by(arguments);
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).startsWith(line).hasLineCount(1);
    assertThat(printed.out()).isEmpty();
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aPortThatIsTakenIsNamedBeforeTheRun() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      refused(
          "--live: cannot listen on 127.0.0.1:" + port + ": ",
          "run",
          PROFILE,
          "--live=" + port,
          "--out=" + directory.resolve("out"));
    }
  }

  @Test
  void aPortThatIsNoneIsNamed() {
    refused("--live: found 70000, expected 0 to 65535", "run", PROFILE, "--live=70000");
    refused("Invalid value for option '--live': 'abc'", "run", PROFILE, "--live=abc");
  }

  @Test
  void theProfileMayStandBehindIt() {
    refused("no-such.yaml", "run", "--live", "no-such.yaml");
  }
}
