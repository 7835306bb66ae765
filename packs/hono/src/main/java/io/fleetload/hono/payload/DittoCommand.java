// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.fleetload.stamp.AsciiText;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;

/**
 * The body of a command: a live message to a thing's inbox in the <a
 * href="https://eclipse.dev/ditto/protocol-specification.html">Ditto protocol</a>, with the stamp
 * among its headers. Not thread-safe.
 */
public final class DittoCommand {
  /** The namespace of a device if its name has none. */
  public static final String NAMESPACE = "io.fleetload";

  private static final int BRIGHTNESS_STEPS = 101;

  private static final byte[] TOPIC = utf8("{\"topic\":\"");
  private static final byte[] STAMP = utf8("\",\"stamp\":\"");
  private static final byte[] END = utf8("}}");

  private final byte[] channel;
  private final byte[] path;
  private final AsciiText text = new AsciiText();

  /** Commands of a subject. */
  public DittoCommand(String subject) {
    this.channel =
        utf8(
            "/things/live/messages/"
                + subject
                + "\",\"headers\":{\"content-type\":\"application/json\",\"correlation-id\":\"");
    this.path = utf8("\"},\"path\":\"/inbox/messages/" + subject + "\",\"value\":{\"brightness\":");
  }

  /**
   * The body for one device, UTF-8.
   *
   * @param device the device's name; {@code <namespace>:<name>} as Ditto has it, or a plain name
   * @param correlationId the command's name
   * @param stamp the mark of the query, with the times of the command so far
   */
  public byte[] body(String device, String correlationId, Stamp stamp) {
    text.clear()
        .append(TOPIC)
        .append(JsonStringEncoder.getInstance().quoteAsUTF8(thing(device)))
        .append(channel)
        .append(correlationId)
        .append(STAMP);
    stamp.appendTo(text);
    return text.append(path).append(stamp.n() % BRIGHTNESS_STEPS).append(END).toBytes();
  }

  private static String thing(String device) {
    int colon = device.indexOf(':');
    return colon < 0
        ? NAMESPACE + "/" + device
        : device.substring(0, colon) + "/" + device.substring(colon + 1);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
