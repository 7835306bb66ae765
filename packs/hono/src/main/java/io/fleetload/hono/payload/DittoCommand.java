// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;

/**
 * The body of a command: a live message to a thing's inbox in the <a
 * href="https://eclipse.dev/ditto/protocol-specification.html">Ditto protocol</a>, with the stamp
 * among its headers.
 */
public final class DittoCommand {
  /** The namespace of a device whose name has none. */
  public static final String NAMESPACE = "io.fleetload";

  private static final int BRIGHTNESS_STEPS = 101;

  private final String subject;

  /** Commands of a subject. */
  public DittoCommand(String subject) {
    this.subject = subject;
  }

  /**
   * The body for one device, UTF-8.
   *
   * @param device the device's name; {@code <namespace>:<name>} as Ditto has it, or a plain name
   * @param correlationId the command's name
   * @param stamp the mark of the query, with the times of the command so far
   */
  public byte[] body(String device, String correlationId, Stamp stamp) {
    String body =
        """
        {"topic":"%s/things/live/messages/%s",\
        "headers":{"content-type":"application/json","correlation-id":"%s","stamp":"%s"},\
        "path":"/inbox/messages/%s",\
        "value":{"brightness":%d}}"""
            .formatted(
                quoted(thing(device)),
                subject,
                correlationId,
                stamp.text(),
                subject,
                stamp.n() % BRIGHTNESS_STEPS);
    return body.getBytes(StandardCharsets.UTF_8);
  }

  private static String thing(String device) {
    int colon = device.indexOf(':');
    return colon < 0
        ? NAMESPACE + "/" + device
        : device.substring(0, colon) + "/" + device.substring(colon + 1);
  }

  private static String quoted(String text) {
    return new String(JsonStringEncoder.getInstance().quoteAsString(text));
  }
}
