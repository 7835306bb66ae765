// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Profiles from their text. */
public final class TestProfile {
  private TestProfile() {}

  /** The profile of a text. */
  public static HonoProfile of(String text) throws Exception {
    Path file = Files.createTempFile("profile", ".yaml");
    try {
      Files.writeString(file, text);
      return (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
    } finally {
      Files.delete(file);
    }
  }
}
