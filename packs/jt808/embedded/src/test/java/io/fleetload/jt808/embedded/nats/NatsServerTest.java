// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same with the real server, where there is one. */
class NatsServerTest extends BrokerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Override
  Broker broker() throws IOException {
    Optional<Path> program = NatsServer.onPath(System.getenv("PATH"));
    assumeTrue(program.isPresent(), "no nats-server on the path");
    return NatsServer.start(program.get(), PATIENCE);
  }

  @Test
  void itEndsWhenItIsClosed() throws Exception {
    NatsServer server = (NatsServer) broker();
    assertThat(server.process().isAlive()).isTrue();
    server.close();
    assertThat(server.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void itEndsWhenItsParentsPipeDoes() throws Exception {
    NatsServer server = (NatsServer) broker();
    server.process().getOutputStream().close();
    assertThat(server.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aProgramThatEndsIsSaidWithItsLastWords(@TempDir Path directory) throws Exception {
    Path program = directory.resolve("nats-server");
    Files.writeString(program, "#!/bin/sh\necho no port left\nexit 1\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(() -> NatsServer.start(program, PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessage("it ended: no port left");
  }

  @Test
  void aFileThatIsNoProgramIsSaid(@TempDir Path directory) {
    Path program = directory.resolve("nats-server");
    assertThatThrownBy(() -> NatsServer.start(program, PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(program + " ");
  }
}
