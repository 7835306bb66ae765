// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mistakes that one can make with limits that are expected of Hono. */
class WrongLimitsTest {
  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void expect(String expect, String key, String... what) {
    profiles.refused(GOOD + "expect: " + expect + "\n", "FILE:8: " + key, what);
  }

  @Test
  void somethingIsExpectedOfATenantOfTheProfile() {
    expect("{ within: 5s }", "expect", "messages, bytes or connections");
    expect("{ messages: 9/s, of: [other] }", "expect.of[0]", "\"other\"", "tload");
  }

  @Test
  void anAnswerHasToSayThatALimitRefused() {
    expect("{ connections: 9 }", "expect.connections", "no answer");
    profiles.refusedWith(
        "devices.protocol=mqtt",
        GOOD + "expect: { messages: 9/s }\n",
        "FILE:8: expect.messages",
        "no answer");
  }

  @Test
  void honoCountsCommandsIntoTheVolume() {
    expect("{ bytes: 9KiB }", "expect.bytes", "command queries");
  }

  @Test
  void aLimitIsWrittenOnce() {
    profiles.refusedWith(
        "devices.protocol=mqtt",
        GOOD
            + "expect: { connections: 9 }\n"
            + "registry: { tenant: { limits: { maxConnections: 9 } } }\n",
        "FILE:9: registry.tenant.limits.maxConnections",
        "expect.connections");
  }
}
