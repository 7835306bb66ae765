// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A tenant with its devices, for an embedded Hono.
 *
 * @param tenant its identifier
 * @param devices how many
 */
record HonoFleet(String tenant, int devices) {
  /**
   * Writes it into the registry.
   *
   * @throws LoadTestException if that fails
   */
  void write(Home home, EmbeddedHono hono) {
    LastLines errors = new LastLines();
    Path profile = null;
    try {
      profile = Files.writeString(Files.createTempFile("fleet", ".yaml"), profile(hono));
      List<String> command =
          home.provisioning(List.of("apply", profile.toString(), "--until-stdin-closes"));
      try (ChildProcess apply = new ChildProcess(command, Map.of(), line -> {}, errors)) {
        int code = apply.await();
        if (code != 0) {
          Verdict verdict = Verdict.ofExitCode(code);
          throw new LoadTestException(verdict, errors.or(verdict.meaning()));
        }
      }
    } catch (IOException e) {
      throw new LoadTestException(Verdict.INTERNAL_FAULT, "no profile can be written: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadTestException(Verdict.INTERRUPTED, "provisioning was interrupted", e);
    } finally {
      delete(profile);
    }
  }

  private String profile(EmbeddedHono hono) {
    return """
        run: { name: fleet }
        target: { coap: "%s", kafka: "%s", mongodb: "%s", database: "%s" }
        tenant: { id: "%s" }
        devices: { count: %s, psk: { derivedFrom: %s } }
        phases: { measure: 1s }
        flows: { telemetry: { rate: 1/s } }
        """
        .formatted(
            hono.endpoint("coap"),
            hono.endpoint("kafka"),
            hono.mongodb(),
            hono.database(),
            tenant,
            devices,
            HonoDevice.SECRET);
  }

  private static void delete(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It stays in the directory for what is temporary.
    }
  }
}
