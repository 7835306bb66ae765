// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.body.StampedBodies;
import io.fleetload.flow.FlowSpec;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Flow;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The bodies of the messages of a profile: a line of text each. Not thread-safe. */
final class EchoBodies {
  /** Most bytes, so that a line has room for what is around the body. */
  private static final int MOST_BYTES = 60_000;

  private final Map<String, EchoProfile.Echo> flows;
  private final StampedBodies bodies;
  private final Map<String, FlowSpec.Body> written = new HashMap<>();

  EchoBodies(EchoProfile profile) {
    this.flows = Flow.of(EchoProfile.Echo.class, profile.flows());
    this.bodies = new StampedBodies(profile);
    flows.forEach((name, flow) -> written.put(name, bodies.of(key(name), name, flow.body())));
  }

  private static String key(String flow) {
    return "flows." + flow + ".body";
  }

  /** Says what is wrong with the bodies of the profile, and with its files of data. */
  void check(ProfileChecks checks) {
    checks.file(
        "data",
        () -> {
          bodies.read();
          flows.forEach((name, flow) -> checks.file(key(name), () -> check(name, flow, checks)));
        });
  }

  private void check(String name, EchoProfile.Echo flow, ProfileChecks checks)
      throws UsageException {
    int largest = bodies.compiled(key(name), name, flow.body()).largest();
    checks.when(
        largest > MOST_BYTES,
        key(name),
        "write a shorter one: it makes messages of up to %sB, expected at most %sB"
            .formatted(largest, MOST_BYTES));
  }

  /**
   * Reads the files of data, so that no message waits for them.
   *
   * @throws UsageException with one line if one of them is of no use
   */
  void read() throws UsageException {
    bodies.read();
  }

  /** The bodies of a flow; those that the user does not write are a stamp alone. */
  FlowSpec.Body of(String flow) {
    FlowSpec.Body own = written.get(flow);
    return own != null
        ? (device, stamp) -> inOneLine(own.of(device, stamp))
        : (device, stamp) -> stamp.text().getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns whether a body is the one that a device made for a stamp. */
  boolean made(String body, String device, Stamp stamp) {
    byte[] found = body.getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(found, of(stamp.flow()).of(device, stamp));
  }

  private static byte[] inOneLine(byte[] body) {
    for (int i = 0; i < body.length; i++) {
      if (body[i] == '\n' || body[i] == '\r') {
        body[i] = ' ';
      }
    }
    return body;
  }
}
